// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;


/**
 * At most 10 groups of 7 bits, least significant first (protobuf varint, carrier
 * of Avro ZigZag numbers). Written as separate fields, not as a repetition:
 * every target language of KSC 0.11 compiles this, it can be serialized, and it
 * parses fastest. Conditions are also written out: for most numbers, which have
 * one byte, they compare only that byte.
 * @see <a href="https://protobuf.dev/programming-guides/encoding/#varints">Source</a>
 */
public class Varint extends KaitaiStruct {
    public static Varint fromFile(String fileName) throws IOException {
        return new Varint(new ByteBufferKaitaiStream(fileName));
    }

    public Varint(KaitaiStream _io) {
        this(_io, null, null);
    }

    public Varint(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public Varint(KaitaiStream _io, KaitaiStruct _parent, Varint _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.b0 = this._io.readU1();
        if (b0() >= 128) {
            this.b1 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128)) ) {
            this.b2 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128)) ) {
            this.b3 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128)) ) {
            this.b4 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128)) ) {
            this.b5 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128)) ) {
            this.b6 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128)) ) {
            this.b7 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128) && (b7() >= 128)) ) {
            this.b8 = this._io.readU1();
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128) && (b7() >= 128) && (b8() >= 128)) ) {
            this.b9 = this._io.readU1();
            if (!(this.b9 <= 1)) {
                throw new KaitaiStream.ValidationGreaterThanError(1, this.b9, this._io, "/seq/9");
            }
        }
    }

    public void _fetchInstances() {
        if (b0() >= 128) {
        }
        if ( ((b0() >= 128) && (b1() >= 128)) ) {
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128)) ) {
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128)) ) {
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128)) ) {
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128)) ) {
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128)) ) {
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128) && (b7() >= 128)) ) {
        }
        if ( ((b0() >= 128) && (b1() >= 128) && (b2() >= 128) && (b3() >= 128) && (b4() >= 128) && (b5() >= 128) && (b6() >= 128) && (b7() >= 128) && (b8() >= 128)) ) {
        }
    }
    private Boolean has1;
    public Boolean has1() {
        if (this.has1 != null)
            return this.has1;
        this.has1 = b0() >= 128;
        return this.has1;
    }
    private Boolean has2;
    public Boolean has2() {
        if (this.has2 != null)
            return this.has2;
        this.has2 =  ((has1()) && (b1() >= 128)) ;
        return this.has2;
    }
    private Boolean has3;
    public Boolean has3() {
        if (this.has3 != null)
            return this.has3;
        this.has3 =  ((has2()) && (b2() >= 128)) ;
        return this.has3;
    }
    private Boolean has4;
    public Boolean has4() {
        if (this.has4 != null)
            return this.has4;
        this.has4 =  ((has3()) && (b3() >= 128)) ;
        return this.has4;
    }
    private Boolean has5;
    public Boolean has5() {
        if (this.has5 != null)
            return this.has5;
        this.has5 =  ((has4()) && (b4() >= 128)) ;
        return this.has5;
    }
    private Boolean has6;
    public Boolean has6() {
        if (this.has6 != null)
            return this.has6;
        this.has6 =  ((has5()) && (b5() >= 128)) ;
        return this.has6;
    }
    private Boolean has7;
    public Boolean has7() {
        if (this.has7 != null)
            return this.has7;
        this.has7 =  ((has6()) && (b6() >= 128)) ;
        return this.has7;
    }
    private Boolean has8;
    public Boolean has8() {
        if (this.has8 != null)
            return this.has8;
        this.has8 =  ((has7()) && (b7() >= 128)) ;
        return this.has8;
    }
    private Boolean has9;
    public Boolean has9() {
        if (this.has9 != null)
            return this.has9;
        this.has9 =  ((has8()) && (b8() >= 128)) ;
        return this.has9;
    }
    private Long value;
    public Long value() {
        if (this.value != null)
            return this.value;
        this.value = ((Number) (((Number) ((b0() < 128 ? ((Number) (b0())).longValue() : ((Number) (((Number) (KaitaiStream.mod(b0(), 128))).longValue() + ((Number) ((has1() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b1(), 128))).longValue() * ((long) 128))).longValue() + ((Number) ((has2() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b2(), 128))).longValue() * ((long) 16384))).longValue() + ((Number) ((has3() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b3(), 128))).longValue() * ((long) 2097152))).longValue() + ((Number) ((has4() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b4(), 128))).longValue() * ((long) 268435456))).longValue() + ((Number) ((has5() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b5(), 128))).longValue() * ((long) 34359738368L))).longValue() + ((Number) ((has6() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b6(), 128))).longValue() * ((long) 4398046511104L))).longValue() + ((Number) ((has7() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b7(), 128))).longValue() * ((long) 562949953421312L))).longValue() + ((Number) ((has8() ? ((Number) (((Number) (((Number) (KaitaiStream.mod(b8(), 128))).longValue() * ((long) 72057594037927936L))).longValue() + ((Number) ((has9() ? ((Number) (((Number) (KaitaiStream.mod(b9(), 128))).longValue() * ((long) 0x8000000000000000L))).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue() : ((long) 0)))).longValue())).longValue()))).longValue())).longValue();
        return this.value;
    }
    private int b0;
    private Integer b1;
    private Integer b2;
    private Integer b3;
    private Integer b4;
    private Integer b5;
    private Integer b6;
    private Integer b7;
    private Integer b8;
    private Integer b9;
    private Varint _root;
    private KaitaiStruct _parent;
    public int b0() { return b0; }
    public Integer b1() { return b1; }
    public Integer b2() { return b2; }
    public Integer b3() { return b3; }
    public Integer b4() { return b4; }
    public Integer b5() { return b5; }
    public Integer b6() { return b6; }
    public Integer b7() { return b7; }
    public Integer b8() { return b8; }

    /**
     * Bit 63, and nothing after it.
     */
    public Integer b9() { return b9; }
    public Varint _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
