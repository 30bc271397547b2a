// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient.JobFinalizationBehavior;

/** A cluster in this process for many jobs; Flink's executor for local clusters starts and ends one per job. */
final class FlinkCluster implements PipelineExecutorServiceLoader, PipelineExecutorFactory, PipelineExecutor {
  static final String NAME = "conformance";

  private final MiniCluster cluster;

  FlinkCluster(Configuration conf) throws Exception {
    cluster = new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(conf).build());
    cluster.start();
  }

  void close() throws Exception {
    cluster.close();
  }

  @Override
  public CompletableFuture<JobClient> execute(Pipeline pipeline, Configuration conf, ClassLoader loader)
      throws Exception {
    JobGraph graph = PipelineExecutorUtils.getJobGraph(pipeline, conf);
    return cluster.submitJob(graph).thenApply(submission ->
        new MiniClusterJobClient(submission.getJobID(), cluster, loader, JobFinalizationBehavior.NOTHING));
  }

  @Override
  public PipelineExecutor getExecutor(Configuration conf) {
    return this;
  }

  @Override
  public PipelineExecutorFactory getExecutorFactory(Configuration conf) {
    return this;
  }

  @Override
  public boolean isCompatibleWith(Configuration conf) {
    return true;
  }

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public Stream<String> getExecutorNames() {
    return Stream.of(getName());
  }
}
