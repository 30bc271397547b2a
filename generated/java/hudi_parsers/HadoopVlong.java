// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;


/**
 * Signed integer of 1 to 9 bytes. The first byte, read as signed, either is the
 * value itself (-112..127) or holds sign and count of the big-endian magnitude
 * bytes that follow: -113..-120 for 1 to 8 bytes of a non-negative value,
 * -121..-128 for 1 to 8 bytes of the one's complement of a negative value.
 * @see <a href="https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/io/WritableUtils.html">Source</a>
 */
public class HadoopVlong extends KaitaiStruct {
    public static HadoopVlong fromFile(String fileName) throws IOException {
        return new HadoopVlong(new ByteBufferKaitaiStream(fileName));
    }

    public HadoopVlong(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HadoopVlong(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HadoopVlong(KaitaiStream _io, KaitaiStruct _parent, HadoopVlong _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.first = this._io.readS1();
        if (numBytes() >= 1) {
            this.b1 = this._io.readU1();
        }
        if (numBytes() >= 2) {
            this.b2 = this._io.readU1();
        }
        if (numBytes() >= 3) {
            this.b3 = this._io.readU1();
        }
        if (numBytes() >= 4) {
            this.b4 = this._io.readU1();
        }
        if (numBytes() >= 5) {
            this.b5 = this._io.readU1();
        }
        if (numBytes() >= 6) {
            this.b6 = this._io.readU1();
        }
        if (numBytes() >= 7) {
            this.b7 = this._io.readU1();
        }
        if (numBytes() >= 8) {
            this.b8 = this._io.readU1();
        }
    }

    public void _fetchInstances() {
        if (numBytes() >= 1) {
        }
        if (numBytes() >= 2) {
        }
        if (numBytes() >= 3) {
        }
        if (numBytes() >= 4) {
        }
        if (numBytes() >= 5) {
        }
        if (numBytes() >= 6) {
        }
        if (numBytes() >= 7) {
        }
        if (numBytes() >= 8) {
        }
    }
    private Boolean isNegative;
    public Boolean isNegative() {
        if (this.isNegative != null)
            return this.isNegative;
        this.isNegative = first() < -120;
        return this.isNegative;
    }
    private Long m1;
    public Long m1() {
        if (this.m1 != null)
            return this.m1;
        this.m1 = ((Number) (((Number) ((numBytes() >= 1 ? ((Number) (b1())).longValue() : ((long) 0)))).longValue())).longValue();
        return this.m1;
    }
    private Long m2;
    public Long m2() {
        if (this.m2 != null)
            return this.m2;
        this.m2 = ((Number) (((Number) ((numBytes() >= 2 ? ((Number) (m1() * 256 + ((Number) (b2())).longValue())).longValue() : m1()))).longValue())).longValue();
        return this.m2;
    }
    private Long m3;
    public Long m3() {
        if (this.m3 != null)
            return this.m3;
        this.m3 = ((Number) (((Number) ((numBytes() >= 3 ? ((Number) (m2() * 256 + ((Number) (b3())).longValue())).longValue() : m2()))).longValue())).longValue();
        return this.m3;
    }
    private Long m4;
    public Long m4() {
        if (this.m4 != null)
            return this.m4;
        this.m4 = ((Number) (((Number) ((numBytes() >= 4 ? ((Number) (m3() * 256 + ((Number) (b4())).longValue())).longValue() : m3()))).longValue())).longValue();
        return this.m4;
    }
    private Long m5;
    public Long m5() {
        if (this.m5 != null)
            return this.m5;
        this.m5 = ((Number) (((Number) ((numBytes() >= 5 ? ((Number) (m4() * 256 + ((Number) (b5())).longValue())).longValue() : m4()))).longValue())).longValue();
        return this.m5;
    }
    private Long m6;
    public Long m6() {
        if (this.m6 != null)
            return this.m6;
        this.m6 = ((Number) (((Number) ((numBytes() >= 6 ? ((Number) (m5() * 256 + ((Number) (b6())).longValue())).longValue() : m5()))).longValue())).longValue();
        return this.m6;
    }
    private Long m7;
    public Long m7() {
        if (this.m7 != null)
            return this.m7;
        this.m7 = ((Number) (((Number) ((numBytes() >= 7 ? ((Number) (m6() * 256 + ((Number) (b7())).longValue())).longValue() : m6()))).longValue())).longValue();
        return this.m7;
    }
    private Long m8;
    public Long m8() {
        if (this.m8 != null)
            return this.m8;
        this.m8 = ((Number) (((Number) ((numBytes() >= 8 ? ((Number) (m7() * 256 + ((Number) (b8())).longValue())).longValue() : m7()))).longValue())).longValue();
        return this.m8;
    }
    private Integer numBytes;
    public Integer numBytes() {
        if (this.numBytes != null)
            return this.numBytes;
        this.numBytes = ((Number) (((Number) ((first() >= -112 ? ((int) 0) : ((Number) ((isNegative() ? ((Number) (-120 - ((Number) (first())).intValue())).intValue() : ((Number) (-112 - ((Number) (first())).intValue())).intValue()))).intValue()))).intValue())).intValue();
        return this.numBytes;
    }
    private Long value;
    public Long value() {
        if (this.value != null)
            return this.value;
        this.value = ((Number) (((Number) ((numBytes() == 0 ? ((Number) (first())).longValue() : ((Number) ((isNegative() ? ((Number) (-(((Number) (m8())).longValue()) - 1)).longValue() : ((Number) (m8())).longValue()))).longValue()))).longValue())).longValue();
        return this.value;
    }
    private byte first;
    private Integer b1;
    private Integer b2;
    private Integer b3;
    private Integer b4;
    private Integer b5;
    private Integer b6;
    private Integer b7;
    private Integer b8;
    private HadoopVlong _root;
    private KaitaiStruct _parent;
    public byte first() { return first; }
    public Integer b1() { return b1; }
    public Integer b2() { return b2; }
    public Integer b3() { return b3; }
    public Integer b4() { return b4; }
    public Integer b5() { return b5; }
    public Integer b6() { return b6; }
    public Integer b7() { return b7; }
    public Integer b8() { return b8; }
    public HadoopVlong _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
