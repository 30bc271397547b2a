// SPDX-License-Identifier: Apache-2.0
package conformance.hfile;

import conformance.protocol.Json;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import org.apache.hudi.io.SeekableDataInputStream;
import org.apache.hudi.io.compress.CompressionCodec;
import org.apache.hudi.io.hfile.HFileInfo;
import org.apache.hudi.io.hfile.HFileReaderImpl;
import org.apache.hudi.io.hfile.HFileTrailer;
import org.apache.hudi.io.hfile.UTF8StringKey;

/** What hudi-io reads and does not hand out. */
final class Inside {
  private Inside() {}

  /** The trailer as the reader reads it, before any other part of the file is read. */
  static Map<String, Object> trailer(byte[] bytes) throws Exception {
    HFileTrailer trailer;
    try (SeekableDataInputStream stream = Shim.stream(bytes)) {
      Method reading = HFileReaderImpl.class.getDeclaredMethod(
          "readTrailer", SeekableDataInputStream.class, long.class);
      reading.setAccessible(true);
      trailer = (HFileTrailer) reading.invoke(null, stream, (long) bytes.length);
    } catch (InvocationTargetException wrapped) {
      if (wrapped.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) wrapped.getCause();
    }
    return Json.object(
        "major", field(trailer, "majorVersion"),
        "minor", field(trailer, "minorVersion"),
        "size", Integer.toString(HFileTrailer.getTrailerSize()),
        "file_info_offset", field(trailer, "fileInfoOffset").toString(),
        "load_on_open_data_offset", field(trailer, "loadOnOpenDataOffset").toString(),
        "uncompressed_data_index_size", field(trailer, "uncompressedDataIndexSize").toString(),
        "total_uncompressed_bytes", field(trailer, "totalUncompressedBytes").toString(),
        "data_index_count", field(trailer, "dataIndexCount"),
        "meta_index_count", field(trailer, "metaIndexCount"),
        "entry_count", field(trailer, "keyValueEntryCount").toString(),
        "num_data_index_levels", field(trailer, "numDataIndexLevels"),
        "first_data_block_offset", field(trailer, "firstDataBlockOffset").toString(),
        "last_data_block_offset", field(trailer, "lastDataBlockOffset").toString(),
        "comparator_class_name", field(trailer, "comparatorClassName"),
        "compression_codec", ((CompressionCodec) field(trailer, "compressionCodec")).getId(),
        "encrypted", field(trailer, "encryptionKey") != null);
  }

  @SuppressWarnings("unchecked")
  static Map<UTF8StringKey, byte[]> infoMap(HFileInfo info) {
    try {
      return (Map<UTF8StringKey, byte[]>) field(info, "infoMap");
    } catch (ReflectiveOperationException absent) {
      throw new IllegalStateException(absent);
    }
  }

  private static Object field(Object owner, String name) throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
