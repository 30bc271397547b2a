// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Undamaged log file: a sequence of log blocks from the first byte to the last,
 * without header, footer or padding. An empty file is a log file without blocks.
 * The handling of damaged files is not part of the layout and is not described
 * here.
 * @see <a href="https://hudi.apache.org/learn/tech-specs-1point0/#log-file-format">Source</a>
 */
public class HudiLogFile extends KaitaiStruct {
    public static HudiLogFile fromFile(String fileName) throws IOException {
        return new HudiLogFile(new ByteBufferKaitaiStream(fileName));
    }

    public HudiLogFile(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiLogFile(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiLogFile(KaitaiStream _io, KaitaiStruct _parent, HudiLogFile _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.blocks = new ArrayList<HudiLogBlock>();
        {
            int i = 0;
            while (!this._io.isEof()) {
                this.blocks.add(new HudiLogBlock(this._io));
                i++;
            }
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.blocks.size(); i++) {
            this.blocks.get(((Number) (i)).intValue())._fetchInstances();
        }
    }
    private List<HudiLogBlock> blocks;
    private HudiLogFile _root;
    private KaitaiStruct _parent;
    public List<HudiLogBlock> blocks() { return blocks; }
    public HudiLogFile _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
