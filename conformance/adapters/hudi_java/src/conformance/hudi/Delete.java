// SPDX-License-Identifier: Apache-2.0
package conformance.hudi;

/** One delete: its key, its partition, its ordering value or null. */
record Delete(String key, String partition, Comparable<?> ordering) {}
