// SPDX-License-Identifier: Apache-2.0
package org.apache.log4j;

/** Hadoop's metrics have a counter of log lines below this class; nothing is logged here. */
public abstract class AppenderSkeleton {}
