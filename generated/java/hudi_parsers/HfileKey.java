// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;


/**
 * Key of a cell, of an entry of a data index, of `hfile.LASTKEY` and of an entry
 * of a Bloom index by row and column. The surrounding structure determines its
 * length.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/KeyValue.java">Source</a>
 */
public class HfileKey extends KaitaiStruct {
    public static HfileKey fromFile(String fileName) throws IOException {
        return new HfileKey(new ByteBufferKaitaiStream(fileName));
    }

    public HfileKey(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HfileKey(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HfileKey(KaitaiStream _io, KaitaiStruct _parent, HfileKey _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.lenRow = this._io.readU2be();
        {
            int _it = this.lenRow;
            if (!(((Number) (_it)).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) - 10)) {
                throw new KaitaiStream.ValidationExprError(this.lenRow, this._io, "/seq/0");
            }
        }
        this.row = this._io.readBytes(lenRow());
        this.lenFamily = this._io.readU1();
        {
            int _it = this.lenFamily;
            if (!(((Number) (_it)).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) - 9)) {
                throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/seq/2");
            }
        }
        this.family = this._io.readBytes(lenFamily());
        this.qualifier = this._io.readBytes((_io().size() - _io().pos()) - 9);
        this.timestamp = this._io.readS8be();
        this.keyType = this._io.readU1();
    }

    public void _fetchInstances() {
    }
    private int lenRow;
    private byte[] row;
    private int lenFamily;
    private byte[] family;
    private byte[] qualifier;
    private long timestamp;
    private int keyType;
    private HfileKey _root;
    private KaitaiStruct _parent;
    public int lenRow() { return lenRow; }
    public byte[] row() { return row; }
    public int lenFamily() { return lenFamily; }
    public byte[] family() { return family; }
    public byte[] qualifier() { return qualifier; }
    public long timestamp() { return timestamp; }
    public int keyType() { return keyType; }
    public HfileKey _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
