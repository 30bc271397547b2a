// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.Adapter;
import conformance.protocol.Scratch;
import conformance.protocol.Server;
import conformance.protocol.Unsupported;
import conformance.protocol.Verdict;
import java.io.IOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The adapter of a library that reads HFiles: each adapter implements its commands in a class Library. */
public final class Main implements Adapter {
  /** The same name whatever the input is called, so that messages are alike. */
  private static final String INPUT = "input.hfile";

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Server.run(arguments, new Main());
  }

  @Override
  public Map<String, Object> hello(String suite) {
    return Adapter.description(Library.NAME, Shim.VERSION, Library.HOMEPAGE, Library.COMMANDS, Shim.FEATURES,
        List.of("b64", "path"));
  }

  @Override
  public Verdict verdict(Throwable thrown) {
    return Verdict.of(thrown, ErrorRules.RULES);
  }

  @Override
  public void answer(String command, Map<?, ?> request, Map<String, Object> answer) throws Throwable {
    if (!Library.COMMANDS.contains(command)) {
      throw new Unsupported("command " + command);
    }
    Map<?, ?> args = Adapter.args(request);
    Map<String, Object> value = new LinkedHashMap<>(); // filled as reading goes on: what is there at trouble is partial
    try (Scratch scratch = new Scratch()) {
      if (command.equals("hfile.write")) {
        byte[] written = Library.write(new Description(args.get("write")));
        value.put("b64", Base64.getEncoder().encodeToString(written));
      } else {
        Library.read(command, scratch.input(request, INPUT), args, value, answer);
      }
      Adapter.putValue(answer, value);
    } catch (Throwable thrown) {
      String absent = ErrorRules.absentClass(thrown);
      if (absent != null) { // the class path is the adapter's, not the library's
        throw new Unsupported("needs what is not here: " + absent);
      }
      if (!value.isEmpty()) {
        answer.put("partial", value);
      }
      throw thrown;
    }
  }
}
