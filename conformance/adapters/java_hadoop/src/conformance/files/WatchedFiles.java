// SPDX-License-Identifier: Apache-2.0
package conformance.files;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A local file system under any scheme, in which one scratch folder is mounted at a path of its own. It notes what
 * is opened, created and deleted, keeps the bytes of what is deleted, and can fail from a given change on, as if
 * the process had died there.
 */
public final class WatchedFiles extends RawLocalFileSystem {
  /** Where the table of a question lies, whatever the scratch folder is called. */
  public static final String MOUNT = "/t";
  private static final int MAX_KEPT = 1 << 20;
  private static java.nio.file.Path mounted;
  private static long changesLeft = Long.MAX_VALUE;
  private static final List<Event> EVENTS = new ArrayList<>();
  private URI uri; // null while the super class is made

  /** What happened to a file: `open`, `create`, `delete` or `rename`; bytes of what was deleted, if small. */
  public record Event(String what, String path, byte[] bytes) {
    /** The last part of its path. */
    public String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }

  /** The process would be dead by now. */
  public static final class Stopped extends IOException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super("stopped here");
    }
  }

  /** Called by Hadoop. */
  public WatchedFiles() {}

  /** Mounts a folder and forgets what was noted. */
  public static void mount(java.nio.file.Path folder) {
    mounted = folder;
    changesLeft = Long.MAX_VALUE;
    EVENTS.clear();
  }

  /** Lets so many changes happen, and none after them. */
  public static void stopAfter(long changes) {
    changesLeft = changes;
  }

  public static boolean isStopped() {
    return changesLeft < 0;
  }

  public static List<Event> events() {
    return List.copyOf(EVENTS);
  }

  /** Base names of the files of a folder to which this happened, in order; paths begin below the mount. */
  public static List<String> names(String what, String folder) {
    return EVENTS.stream()
        .filter(event -> event.what.equals(what) && event.path.equals(folder + "/" + event.name()))
        .map(Event::name)
        .toList();
  }

  /** Bytes of files when they were deleted, by path. */
  public static Map<String, byte[]> deletedBytes() {
    Map<String, byte[]> found = new LinkedHashMap<>();
    EVENTS.stream().filter(event -> event.bytes != null).forEach(event -> found.put(event.path, event.bytes));
    return found;
  }

  /** A configuration in which these schemes are served by this class. */
  public static Configuration configuration(String scheme) {
    Configuration made = new Configuration();
    for (String known : List.of("file", scheme)) {
      made.set("fs." + known + ".impl", WatchedFiles.class.getName());
    }
    return made;
  }

  @Override
  public void initialize(URI given, Configuration conf) throws IOException {
    super.initialize(given, conf);
    uri = URI.create(given.getScheme() + ":///");
  }

  @Override
  public URI getUri() {
    return uri == null ? super.getUri() : uri;
  }

  @Override
  public String getScheme() {
    return getUri().getScheme();
  }

  @Override
  protected void checkPath(Path path) {
    // every path is ours
  }

  @Override
  public File pathToFile(Path path) {
    String text = path.toUri().getPath();
    if (mounted != null && (text.equals(MOUNT) || text.startsWith(MOUNT + "/"))) {
      return new File(mounted + text.substring(MOUNT.length()));
    }
    return new File(text);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path);
    status.setPath(path.makeQualified(getUri(), getWorkingDirectory())); // not where the file really lies
    return status;
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    File file = pathToFile(path);
    if (!file.exists()) {
      throw new FileNotFoundException("File " + path + " does not exist");
    }
    String[] names = file.list();
    if (names == null) {
      return new FileStatus[] {getFileStatus(path)};
    }
    List<FileStatus> found = new ArrayList<>();
    for (String name : names) {
      found.add(getFileStatus(new Path(path, new Path(null, null, name))));
    }
    return found.toArray(new FileStatus[0]);
  }

  @Override
  public FSDataInputStream open(Path path, int lenBuffer) throws IOException {
    note("open", path, null);
    return super.open(path, lenBuffer);
  }

  @Override
  public FSDataOutputStream create(
      Path path, boolean overwrite, int lenBuffer, short replication, long lenBlock, Progressable progress)
      throws IOException {
    change("create", path, null);
    return super.create(path, overwrite, lenBuffer, replication, lenBlock, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path path, FsPermission permission, boolean overwrite, int lenBuffer, short replication, long lenBlock,
      Progressable progress) throws IOException {
    return create(path, overwrite, lenBuffer, replication, lenBlock, progress);
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path, FsPermission permission, boolean overwrite, int lenBuffer, short replication, long lenBlock,
      Progressable progress) throws IOException {
    return create(path, overwrite, lenBuffer, replication, lenBlock, progress);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    File file = pathToFile(path);
    if (!file.exists()) {
      return false;
    }
    byte[] bytes = file.isFile() && file.length() <= MAX_KEPT ? Files.readAllBytes(file.toPath()) : null;
    change("delete", path, bytes);
    return super.delete(path, recursive);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    change("rename", to, null);
    return super.rename(from, to);
  }

  @Override
  public FSDataOutputStream append(Path path, int lenBuffer, Progressable progress) throws IOException {
    change("append", path, null);
    return super.append(path, lenBuffer, progress);
  }

  @Override
  public void setPermission(Path path, FsPermission permission) {
    // scratch files, deleted at once: no process for each of them
  }

  private static void change(String what, Path path, byte[] bytes) throws IOException {
    if (changesLeft <= 0) {
      changesLeft = -1;
      throw new Stopped();
    }
    changesLeft--;
    note(what, path, bytes);
  }

  private static synchronized void note(String what, Path path, byte[] bytes) {
    String text = path.toUri().getPath();
    EVENTS.add(new Event(what, text.startsWith(MOUNT + "/") ? text.substring(MOUNT.length() + 1) : text, bytes));
  }
}
