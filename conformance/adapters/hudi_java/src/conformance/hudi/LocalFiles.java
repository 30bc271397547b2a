// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** Hadoop's local file system, except that it does not start a `chmod` process for each file that it creates. */
public final class LocalFiles extends LocalFileSystem {
  /** Called by Hadoop. */
  public LocalFiles() {
    super(new Raw());
  }

  /** A configuration in which paths of scheme "file" are served by this class. */
  static Configuration configuration() {
    Configuration made = new Configuration();
    made.set("fs.file.impl", LocalFiles.class.getName());
    return made;
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) {
      // files of ours, deleted at once
    }
  }
}
