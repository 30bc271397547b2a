// SPDX-License-Identifier: Apache-2.0
package org.apache.log4j.spi;

/** Never made: see AppenderSkeleton. */
public final class LoggingEvent {
  private LoggingEvent() {}
}
