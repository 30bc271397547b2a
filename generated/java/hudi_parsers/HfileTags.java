// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * The tags part of a cell, without the length before it.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/Tag.java">Source</a>
 */
public class HfileTags extends KaitaiStruct {
    public static HfileTags fromFile(String fileName) throws IOException {
        return new HfileTags(new ByteBufferKaitaiStream(fileName));
    }

    public HfileTags(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HfileTags(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HfileTags(KaitaiStream _io, KaitaiStruct _parent, HfileTags _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.tags = new ArrayList<Tag>();
        {
            int i = 0;
            while (!this._io.isEof()) {
                this.tags.add(new Tag(this._io, this, _root));
                i++;
            }
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.tags.size(); i++) {
            this.tags.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    public static class Tag extends KaitaiStruct {
        public static Tag fromFile(String fileName) throws IOException {
            return new Tag(new ByteBufferKaitaiStream(fileName));
        }

        public Tag(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Tag(KaitaiStream _io, HfileTags _parent) {
            this(_io, _parent, null);
        }

        public Tag(KaitaiStream _io, HfileTags _parent, HfileTags _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.lenTag = this._io.readU2be();
            {
                int _it = this.lenTag;
                if (!( ((_it >= 1) && (((Number) (_it)).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenTag, this._io, "/types/tag/seq/0");
                }
            }
            this.tagType = this._io.readU1();
            this.body = this._io.readBytes(lenTag() - 1);
        }

        public void _fetchInstances() {
        }
        private int lenTag;
        private int tagType;
        private byte[] body;
        private HfileTags _root;
        private HfileTags _parent;

        /**
         * Type and body.
         */
        public int lenTag() { return lenTag; }
        public int tagType() { return tagType; }
        public byte[] body() { return body; }
        public HfileTags _root() { return _root; }
        public HfileTags _parent() { return _parent; }
    }
    private List<Tag> tags;
    private HfileTags _root;
    private KaitaiStruct _parent;
    public List<Tag> tags() { return tags; }
    public HfileTags _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
