// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A name node with WebHDFS and one data node, until standard input ends. Arguments: its folder, a folder to copy. */
public final class MiniHdfs {
  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(args[0]).getAbsolutePath());
    conf.set("dfs.permissions.enabled", "false");
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
      cluster.waitActive();
      cluster.getFileSystem().copyFromLocalFile(new Path(args[1]), new Path("/lake"));
      System.out.println(cluster.getNameNode().getHttpAddress().getPort());
      System.out.flush();
      while (System.in.read() >= 0) { }
    }
  }
}
