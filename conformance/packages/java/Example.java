import hudi_parsers.HudiLogFile;

public final class Example {
  public static void main(String[] arguments) throws Exception {
    HudiLogFile file = HudiLogFile.fromFile(arguments[0]);
    System.out.println(file.blocks().size() + " " + file.blocks().get(0).lenBlock());
  }
}
