// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system, except that it starts no processes: no `chmod` for each file that it creates, and no `ls`
 * for the owner of each file that it lists, which Hudi never asks for. Its buffers are small: Hudi requests 16 MiB for
 * each log file that it opens.
 */
public final class LocalFiles extends LocalFileSystem {
  private static final int MAX_BUFFER = 1 << 16;
  private static final Configuration LOADED = loaded();

  /** Called by Hadoop. */
  public LocalFiles() {
    super(new Raw());
  }

  /**
   * A configuration in which paths of scheme "file" are served by this class.
   *
   * <p>It is a copy: one that is made from nothing parses all defaults of Hadoop again, most of the time of a question.
   */
  static Configuration configuration() {
    return new Configuration(LOADED);
  }

  @Override
  public FSDataInputStream open(Path path, int lenBuffer) throws IOException {
    return super.open(path, Math.min(lenBuffer, MAX_BUFFER));
  }

  private static Configuration loaded() {
    Configuration made = new Configuration();
    made.set("fs.file.impl", LocalFiles.class.getName());
    return made;
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) {
      // files of ours, deleted at once
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      return withoutOwner(super.getFileStatus(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
      FileStatus[] found = super.listStatus(path);
      for (int i = 0; i < found.length; i++) {
        found[i] = withoutOwner(found[i]);
      }
      return found;
    }

    /** The same status; that of Hadoop starts a process when it is copied, to fill in owner, group and permissions. */
    private static FileStatus withoutOwner(FileStatus status) {
      return new FileStatus(
          status.getLen(), status.isDirectory(), status.getReplication(), status.getBlockSize(),
          status.getModificationTime(), status.getAccessTime(), null, null, null, status.getPath());
    }
  }
}
