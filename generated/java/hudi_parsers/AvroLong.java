// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;


/**
 * Avro writes `int` and `long` values as ZigZag numbers (0, -1, 1, -2, ...)
 * in base-128 little-endian groups, at most 10 bytes for a `long`.
 * @see <a href="https://avro.apache.org/docs/1.12.0/specification/#binary-encoding">Source</a>
 */
public class AvroLong extends KaitaiStruct {
    public static AvroLong fromFile(String fileName) throws IOException {
        return new AvroLong(new ByteBufferKaitaiStream(fileName));
    }

    public AvroLong(KaitaiStream _io) {
        this(_io, null, null);
    }

    public AvroLong(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public AvroLong(KaitaiStream _io, KaitaiStruct _parent, AvroLong _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.zigzag = new Varint(this._io);
    }

    public void _fetchInstances() {
        this.zigzag._fetchInstances();
    }
    private Long magnitude;

    /**
     * All bits but the lowest. Computed as a sum because halving an unsigned 64-bit number is not portable.
     */
    public Long magnitude() {
        if (this.magnitude != null)
            return this.magnitude;
        this.magnitude = ((Number) (((Number) ((zigzag().b0() < 128 ? ((Number) (zigzag().b0() / 2)).longValue() : ((Number) (((((((((((Number) (KaitaiStream.mod(zigzag().b0(), 128) / 2)).longValue() + ((Number) ((zigzag().has1() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b1(), 128))).longValue() * ((long) 64))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has2() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b2(), 128))).longValue() * ((long) 8192))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has3() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b3(), 128))).longValue() * ((long) 1048576))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has4() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b4(), 128))).longValue() * ((long) 134217728))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has5() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b5(), 128))).longValue() * ((long) 17179869184L))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has6() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b6(), 128))).longValue() * ((long) 2199023255552L))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has7() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b7(), 128))).longValue() * ((long) 281474976710656L))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has8() ? ((Number) (((Number) (KaitaiStream.mod(zigzag().b8(), 128))).longValue() * ((long) 36028797018963968L))).longValue() : ((long) 0)))).longValue()) + ((Number) ((zigzag().has9() ? ((Number) (((Number) (zigzag().b9())).longValue() * ((long) 4611686018427387904L))).longValue() : ((long) 0)))).longValue())).longValue()))).longValue())).longValue();
        return this.magnitude;
    }
    private Long value;

    /**
     * Resulting signed value.
     */
    public Long value() {
        if (this.value != null)
            return this.value;
        this.value = ((Number) (((Number) ((KaitaiStream.mod(zigzag().b0(), 2) == 0 ? magnitude() : ((Number) (-(magnitude()) - 1)).longValue()))).longValue())).longValue();
        return this.value;
    }
    private Varint zigzag;
    private AvroLong _root;
    private KaitaiStruct _parent;
    public Varint zigzag() { return zigzag; }
    public AvroLong _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
