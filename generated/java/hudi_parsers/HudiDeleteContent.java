// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;


/**
 * Content of delete blocks. The serialization depends on `version`: up to
 * Hudi 0.13 an array of Java objects in Kryo's format, then an Avro datum.
 * 
 * Bytes after the payload are ignored.
 * @see <a href="https://github.com/apache/hudi/blob/release-1.2.0/hudi-common/src/main/java/org/apache/hudi/common/table/log/block/HoodieDeleteBlock.java">Source</a>
 */
public class HudiDeleteContent extends KaitaiStruct {
    public static HudiDeleteContent fromFile(String fileName) throws IOException {
        return new HudiDeleteContent(new ByteBufferKaitaiStream(fileName));
    }

    public HudiDeleteContent(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiDeleteContent(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiDeleteContent(KaitaiStream _io, KaitaiStruct _parent, HudiDeleteContent _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.version = this._io.readS4be();
        if (!( ((this.version == 1) || (this.version == 2) || (this.version == 3)) )) {
            throw new KaitaiStream.ValidationNotAnyOfError(this.version, this._io, "/seq/0");
        }
        this.lenPayload = this._io.readS4be();
        {
            int _it = this.lenPayload;
            if (!( ((_it >= 0) && (((Number) (_it)).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.lenPayload, this._io, "/seq/1");
            }
        }
        switch (version()) {
        case 1: {
            KaitaiStream _io_payload = this._io.substream(lenPayload());
            this.payload = new HudiDeleteKryo(_io_payload, 1);
            break;
        }
        case 2: {
            KaitaiStream _io_payload = this._io.substream(lenPayload());
            this.payload = new HudiDeleteKryo(_io_payload, 2);
            break;
        }
        case 3: {
            KaitaiStream _io_payload = this._io.substream(lenPayload());
            this.payload = new HudiDeleteRecordList(_io_payload);
            break;
        }
        default: {
            this.payload = this._io.readBytes(lenPayload());
            break;
        }
        }
    }

    public void _fetchInstances() {
        switch (version()) {
        case 1: {
            ((HudiDeleteKryo) (this.payload))._fetchInstances();
            break;
        }
        case 2: {
            ((HudiDeleteKryo) (this.payload))._fetchInstances();
            break;
        }
        case 3: {
            ((HudiDeleteRecordList) (this.payload))._fetchInstances();
            break;
        }
        default: {
            break;
        }
        }
    }
    private int version;
    private int lenPayload;
    private Object payload;
    private HudiDeleteContent _root;
    private KaitaiStruct _parent;

    /**
     * Log block version; it determines the payload.
     */
    public int version() { return version; }
    public int lenPayload() { return lenPayload; }

    /**
     * Filled exactly by the value.
     */
    public Object payload() { return payload; }
    public HudiDeleteContent _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
