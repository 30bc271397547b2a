// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.Map;
import java.util.HashMap;
import java.util.ArrayList;
import java.util.List;


/**
 * Payload of `DATABLKE`: the cells of a data block with less redundancy. Parts
 * that a cell shares with the previous cell are omitted; a program must restore
 * them. Blocks with compressed tags (`hfile.TAGS_COMPRESSED` is ff) are not
 * supported by this grammar: the length of such tags depends on a dictionary.
 * @see <a href="https://github.com/apache/hbase/blob/rel/2.4.13/hbase-common/src/main/java/org/apache/hadoop/hbase/io/encoding/DataBlockEncoding.java">Source</a>
 */
public class HfileEncodedBlock extends KaitaiStruct {

    public enum Encoding {
        PREFIX(2),
        DIFF(3),
        FAST_DIFF(4),
        ROW_INDEX_V1(7);

        private final long id;
        Encoding(long id) { this.id = id; }
        public long id() { return id; }
        private static final Map<Long, Encoding> byId = new HashMap<Long, Encoding>(4);
        static {
            for (Encoding e : Encoding.values())
                byId.put(e.id(), e);
        }
        public static Encoding byId(long id) { return byId.get(id); }
    }

    public HfileEncodedBlock(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
        this(_io, null, null, hasTags, hasMvcc);
    }

    public HfileEncodedBlock(KaitaiStream _io, KaitaiStruct _parent, boolean hasTags, boolean hasMvcc) {
        this(_io, _parent, null, hasTags, hasMvcc);
    }

    public HfileEncodedBlock(KaitaiStream _io, KaitaiStruct _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        this.hasTags = hasTags;
        this.hasMvcc = hasMvcc;
        _read();
    }
    private void _read() {
        this.encoding = Encoding.byId(this._io.readU2be());
        if (!( ((this.encoding == Encoding.PREFIX) || (this.encoding == Encoding.DIFF) || (this.encoding == Encoding.FAST_DIFF) || (this.encoding == Encoding.ROW_INDEX_V1)) )) {
            throw new KaitaiStream.ValidationNotAnyOfError(this.encoding, this._io, "/seq/0");
        }
        {
            Encoding on = encoding();
            if (on != null) {
                switch (encoding()) {
                case DIFF: {
                    this._raw_body = this._io.readBytesFull();
                    KaitaiStream _io__raw_body = new ByteBufferKaitaiStream(this._raw_body);
                    this.body = new DiffCells(_io__raw_body, this, _root, hasTags(), hasMvcc());
                    break;
                }
                case FAST_DIFF: {
                    this._raw_body = this._io.readBytesFull();
                    KaitaiStream _io__raw_body = new ByteBufferKaitaiStream(this._raw_body);
                    this.body = new FastDiffCells(_io__raw_body, this, _root, hasTags(), hasMvcc());
                    break;
                }
                case PREFIX: {
                    this._raw_body = this._io.readBytesFull();
                    KaitaiStream _io__raw_body = new ByteBufferKaitaiStream(this._raw_body);
                    this.body = new PrefixCells(_io__raw_body, this, _root, hasTags(), hasMvcc());
                    break;
                }
                case ROW_INDEX_V1: {
                    this._raw_body = this._io.readBytesFull();
                    KaitaiStream _io__raw_body = new ByteBufferKaitaiStream(this._raw_body);
                    this.body = new RowIndexCells(_io__raw_body, this, _root, hasTags(), hasMvcc());
                    break;
                }
                default: {
                    this.body = this._io.readBytesFull();
                    break;
                }
                }
            } else {
                this.body = this._io.readBytesFull();
            }
        }
    }

    public void _fetchInstances() {
        {
            Encoding on = encoding();
            if (on != null) {
                switch (encoding()) {
                case DIFF: {
                    ((DiffCells) (this.body))._fetchInstances();
                    break;
                }
                case FAST_DIFF: {
                    ((FastDiffCells) (this.body))._fetchInstances();
                    break;
                }
                case PREFIX: {
                    ((PrefixCells) (this.body))._fetchInstances();
                    break;
                }
                case ROW_INDEX_V1: {
                    ((RowIndexCells) (this.body))._fetchInstances();
                    break;
                }
                default: {
                    break;
                }
                }
            } else {
            }
        }
    }
    public static class CellEnd extends KaitaiStruct {

        public CellEnd(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
            this(_io, null, null, hasTags, hasMvcc);
        }

        public CellEnd(KaitaiStream _io, KaitaiStruct _parent, boolean hasTags, boolean hasMvcc) {
            this(_io, _parent, null, hasTags, hasMvcc);
        }

        public CellEnd(KaitaiStream _io, KaitaiStruct _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            _read();
        }
        private void _read() {
            if (hasTags()) {
                this.lenTags = new Varint(this._io);
            }
            if (hasTags()) {
                this.checkLenTags = this._io.readBytes(0);
                {
                    byte[] _it = this.checkLenTags;
                    if (!( ((_it.length == 0) && (((Number) (lenTags().value())).longValue() >= 0) && (((Number) (lenTags().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                        throw new KaitaiStream.ValidationExprError(this.checkLenTags, this._io, "/types/cell_end/seq/1");
                    }
                }
            }
            if (hasTags()) {
                this.tags = this._io.readBytes(lenTags().value());
            }
            if (hasMvcc()) {
                this.mvcc = new HadoopVlong(this._io);
            }
        }

        public void _fetchInstances() {
            if (hasTags()) {
                this.lenTags._fetchInstances();
            }
            if (hasTags()) {
            }
            if (hasTags()) {
            }
            if (hasMvcc()) {
                this.mvcc._fetchInstances();
            }
        }
        private Varint lenTags;
        private byte[] checkLenTags;
        private byte[] tags;
        private HadoopVlong mvcc;
        private boolean hasTags;
        private boolean hasMvcc;
        private HfileEncodedBlock _root;
        private KaitaiStruct _parent;
        public Varint lenTags() { return lenTags; }

        /**
         * Reads nothing. The tags must lie inside the block.
         */
        public byte[] checkLenTags() { return checkLenTags; }
        public byte[] tags() { return tags; }
        public HadoopVlong mvcc() { return mvcc; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public HfileEncodedBlock _root() { return _root; }
        public KaitaiStruct _parent() { return _parent; }
    }
    public static class DiffCell extends KaitaiStruct {

        public DiffCell(KaitaiStream _io, boolean hasTags, boolean hasMvcc, long lenFamilyAll, boolean isFirst, long prevLenKey, long prevLenValue, long prevLenRow) {
            this(_io, null, null, hasTags, hasMvcc, lenFamilyAll, isFirst, prevLenKey, prevLenValue, prevLenRow);
        }

        public DiffCell(KaitaiStream _io, HfileEncodedBlock.DiffCells _parent, boolean hasTags, boolean hasMvcc, long lenFamilyAll, boolean isFirst, long prevLenKey, long prevLenValue, long prevLenRow) {
            this(_io, _parent, null, hasTags, hasMvcc, lenFamilyAll, isFirst, prevLenKey, prevLenValue, prevLenRow);
        }

        public DiffCell(KaitaiStream _io, HfileEncodedBlock.DiffCells _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc, long lenFamilyAll, boolean isFirst, long prevLenKey, long prevLenValue, long prevLenRow) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            this.lenFamilyAll = lenFamilyAll;
            this.isFirst = isFirst;
            this.prevLenKey = prevLenKey;
            this.prevLenValue = prevLenValue;
            this.prevLenRow = prevLenRow;
            _read();
        }
        private void _read() {
            this.flags = this._io.readU1();
            {
                int _it = this.flags;
                if (!( ((!(isFirst())) || ((_it & 15) == 0)) )) {
                    throw new KaitaiStream.ValidationExprError(this.flags, this._io, "/types/diff_cell/seq/0");
                }
            }
            if (hasLenKey()) {
                this.lenKeyNew = new Varint(this._io);
            }
            this.checkLenKeyNew = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenKeyNew;
                if (!( ((_it.length == 0) && (lenKey() >= 12 + lenFamilyAll()) && (lenKey() <= 2147483647)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenKeyNew, this._io, "/types/diff_cell/seq/2");
                }
            }
            if (hasLenValue()) {
                this.lenValueNew = new Varint(this._io);
            }
            this.checkLenValueNew = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenValueNew;
                if (!( ((_it.length == 0) && (lenValue() >= 0) && (lenValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenValueNew, this._io, "/types/diff_cell/seq/4");
                }
            }
            this.numShared = new Varint(this._io);
            this.checkNumShared = this._io.readBytes(0);
            {
                byte[] _it = this.checkNumShared;
                if (!( ((_it.length == 0) && (shared() >= 0) && (shared() <= lenKey() - 9) && ( ((shared() == 0) || ( ((!(isFirst())) && ( ((shared() < 2 + prevLenRow()) || ( ((shared() >= (3 + prevLenRow()) + lenFamilyAll()) && (shared() <= prevLenKey() - 9)) )) )) )) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumShared, this._io, "/types/diff_cell/seq/6");
                }
            }
            if (shared() < 1) {
                this.rowLengthHigh = this._io.readU1();
            }
            if (shared() < 2) {
                this.rowLengthLow = this._io.readU1();
            }
            this.checkLenRow = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenRow;
                if (!( ((_it.length == 0) && ((lenRow() + lenFamilyAll()) + 12 <= lenKey()) && (lenKeyRest() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) && (lenRowRest() >= 0)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenRow, this._io, "/types/diff_cell/seq/9");
                }
            }
            this.rowRest = this._io.readBytes(lenRowRest());
            this.qualifierRest = this._io.readBytes(lenQualifierRest());
            this.timestampBytes = this._io.readBytes((flags() >> 4 & 7) + 1);
            if ((flags() & 4) == 0) {
                this.keyType = this._io.readU1();
            }
            this.value = this._io.readBytes(lenValue());
            this.end = new CellEnd(this._io, this, _root, hasTags(), hasMvcc());
        }

        public void _fetchInstances() {
            if (hasLenKey()) {
                this.lenKeyNew._fetchInstances();
            }
            if (hasLenValue()) {
                this.lenValueNew._fetchInstances();
            }
            this.numShared._fetchInstances();
            if (shared() < 1) {
            }
            if (shared() < 2) {
            }
            if ((flags() & 4) == 0) {
            }
            this.end._fetchInstances();
        }
        private Boolean hasLenKey;
        public Boolean hasLenKey() {
            if (this.hasLenKey != null)
                return this.hasLenKey;
            this.hasLenKey = (flags() & 1) == 0;
            return this.hasLenKey;
        }
        private Boolean hasLenValue;
        public Boolean hasLenValue() {
            if (this.hasLenValue != null)
                return this.hasLenValue;
            this.hasLenValue = (flags() & 2) == 0;
            return this.hasLenValue;
        }
        private Boolean isDifference;
        public Boolean isDifference() {
            if (this.isDifference != null)
                return this.isDifference;
            this.isDifference = (flags() & 8) != 0;
            return this.isDifference;
        }
        private Boolean isNegative;
        public Boolean isNegative() {
            if (this.isNegative != null)
                return this.isNegative;
            this.isNegative = (flags() & 128) != 0;
            return this.isNegative;
        }
        private Boolean isRowShared;
        public Boolean isRowShared() {
            if (this.isRowShared != null)
                return this.isRowShared;
            this.isRowShared =  ((!(isFirst())) && (shared() >= 2 + prevLenRow())) ;
            return this.isRowShared;
        }
        private Long lenKey;
        public Long lenKey() {
            if (this.lenKey != null)
                return this.lenKey;
            this.lenKey = ((Number) (((Number) ((hasLenKey() ? ((Number) (lenKeyNew().value())).longValue() : prevLenKey()))).longValue())).longValue();
            return this.lenKey;
        }
        private Long lenKeyRest;
        public Long lenKeyRest() {
            if (this.lenKeyRest != null)
                return this.lenKeyRest;
            this.lenKeyRest = ((Number) (((Number) (lenRowRest() + lenQualifierRest())).longValue())).longValue();
            return this.lenKeyRest;
        }
        private Long lenQualifierRest;
        public Long lenQualifierRest() {
            if (this.lenQualifierRest != null)
                return this.lenQualifierRest;
            this.lenQualifierRest = ((Number) (((Number) ((isRowShared() ? ((Number) ((lenKey() - 9) - shared())).longValue() : ((Number) (((lenKey() - 12) - lenRow()) - lenFamilyAll())).longValue()))).longValue())).longValue();
            return this.lenQualifierRest;
        }
        private Long lenRow;
        public Long lenRow() {
            if (this.lenRow != null)
                return this.lenRow;
            this.lenRow = ((Number) (((Number) ((shared() >= 2 ? prevLenRow() : ((Number) (((Number) ((shared() >= 1 ? ((Number) (prevLenRow() / 256)).longValue() : ((Number) (rowLengthHigh())).longValue()))).longValue() * 256 + ((Number) (rowLengthLow())).longValue())).longValue()))).longValue())).longValue();
            return this.lenRow;
        }
        private Long lenRowRest;
        public Long lenRowRest() {
            if (this.lenRowRest != null)
                return this.lenRowRest;
            this.lenRowRest = ((Number) (((Number) ((isRowShared() ? ((long) 0) : ((Number) ((shared() <= 2 ? lenRow() : ((Number) ((lenRow() + 2) - shared())).longValue()))).longValue()))).longValue())).longValue();
            return this.lenRowRest;
        }
        private Long lenValue;
        public Long lenValue() {
            if (this.lenValue != null)
                return this.lenValue;
            this.lenValue = ((Number) (((Number) ((hasLenValue() ? ((Number) (lenValueNew().value())).longValue() : prevLenValue()))).longValue())).longValue();
            return this.lenValue;
        }
        private Long shared;
        public Long shared() {
            if (this.shared != null)
                return this.shared;
            this.shared = ((Number) (((Number) (numShared().value())).longValue())).longValue();
            return this.shared;
        }
        private int flags;
        private Varint lenKeyNew;
        private byte[] checkLenKeyNew;
        private Varint lenValueNew;
        private byte[] checkLenValueNew;
        private Varint numShared;
        private byte[] checkNumShared;
        private Integer rowLengthHigh;
        private Integer rowLengthLow;
        private byte[] checkLenRow;
        private byte[] rowRest;
        private byte[] qualifierRest;
        private byte[] timestampBytes;
        private Integer keyType;
        private byte[] value;
        private CellEnd end;
        private boolean hasTags;
        private boolean hasMvcc;
        private long lenFamilyAll;
        private boolean isFirst;
        private long prevLenKey;
        private long prevLenValue;
        private long prevLenRow;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock.DiffCells _parent;

        /**
         * 1 same key length, 2 same value length, 4 same type, 8 timestamp is
         * a difference, 16 to 64 bytes of the timestamp less one, 128 it is
         * negative.
         */
        public int flags() { return flags; }
        public Varint lenKeyNew() { return lenKeyNew; }

        /**
         * Reads nothing. Room for the fixed parts and the family.
         */
        public byte[] checkLenKeyNew() { return checkLenKeyNew; }
        public Varint lenValueNew() { return lenValueNew; }

        /**
         * Reads nothing. The value must lie inside the block.
         */
        public byte[] checkLenValueNew() { return checkLenValueNew; }
        public Varint numShared() { return numShared; }

        /**
         * Reads nothing. Not more than the previous key without its timestamp
         * and type, and either a part of the row or the complete row and family.
         */
        public byte[] checkNumShared() { return checkNumShared; }
        public Integer rowLengthHigh() { return rowLengthHigh; }

        /**
         * With `prev_len_row` if the high byte is shared.
         */
        public Integer rowLengthLow() { return rowLengthLow; }

        /**
         * Reads nothing. Row and qualifier must lie inside the block.
         */
        public byte[] checkLenRow() { return checkLenRow; }

        /**
         * The part of the row that is not shared.
         */
        public byte[] rowRest() { return rowRest; }

        /**
         * The part of the qualifier that is not shared.
         */
        public byte[] qualifierRest() { return qualifierRest; }

        /**
         * Lowest byte first.
         */
        public byte[] timestampBytes() { return timestampBytes; }
        public Integer keyType() { return keyType; }
        public byte[] value() { return value; }
        public CellEnd end() { return end; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public long lenFamilyAll() { return lenFamilyAll; }
        public boolean isFirst() { return isFirst; }
        public long prevLenKey() { return prevLenKey; }
        public long prevLenValue() { return prevLenValue; }
        public long prevLenRow() { return prevLenRow; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock.DiffCells _parent() { return _parent; }
    }
    public static class DiffCells extends KaitaiStruct {

        public DiffCells(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
            this(_io, null, null, hasTags, hasMvcc);
        }

        public DiffCells(KaitaiStream _io, HfileEncodedBlock _parent, boolean hasTags, boolean hasMvcc) {
            this(_io, _parent, null, hasTags, hasMvcc);
        }

        public DiffCells(KaitaiStream _io, HfileEncodedBlock _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            _read();
        }
        private void _read() {
            this.lenPlain = this._io.readS4be();
            if (!(this.lenPlain >= 0)) {
                throw new KaitaiStream.ValidationLessThanError(0, this.lenPlain, this._io, "/types/diff_cells/seq/0");
            }
            this.lenFamily = this._io.readU1();
            {
                int _it = this.lenFamily;
                if (!(((Number) (_it)).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) {
                    throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/types/diff_cells/seq/1");
                }
            }
            this.family = this._io.readBytes(lenFamily());
            this.cells = new ArrayList<DiffCell>();
            {
                int i = 0;
                while (!this._io.isEof()) {
                    this.cells.add(new DiffCell(this._io, this, _root, hasTags(), hasMvcc(), ((Number) (lenFamily())).longValue(), i == 0, (i == 0 ? ((long) 0) : cells().get(((Number) (i - 1)).intValue()).lenKey()), (i == 0 ? ((long) 0) : cells().get(((Number) (i - 1)).intValue()).lenValue()), (i == 0 ? ((long) 0) : cells().get(((Number) (i - 1)).intValue()).lenRow())));
                    i++;
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.cells.size(); i++) {
                this.cells.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private int lenPlain;
        private int lenFamily;
        private byte[] family;
        private List<DiffCell> cells;
        private boolean hasTags;
        private boolean hasMvcc;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock _parent;

        /**
         * Bytes that these cells take in a plain data block.
         */
        public int lenPlain() { return lenPlain; }
        public int lenFamily() { return lenFamily; }

        /**
         * Of all cells of the block.
         */
        public byte[] family() { return family; }
        public List<DiffCell> cells() { return cells; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock _parent() { return _parent; }
    }
    public static class FastDiffCell extends KaitaiStruct {

        public FastDiffCell(KaitaiStream _io, boolean hasTags, boolean hasMvcc, long lenFamilyAll, long prevLenKey, long prevLenValue, long prevLenRow) {
            this(_io, null, null, hasTags, hasMvcc, lenFamilyAll, prevLenKey, prevLenValue, prevLenRow);
        }

        public FastDiffCell(KaitaiStream _io, HfileEncodedBlock.FastDiffCells _parent, boolean hasTags, boolean hasMvcc, long lenFamilyAll, long prevLenKey, long prevLenValue, long prevLenRow) {
            this(_io, _parent, null, hasTags, hasMvcc, lenFamilyAll, prevLenKey, prevLenValue, prevLenRow);
        }

        public FastDiffCell(KaitaiStream _io, HfileEncodedBlock.FastDiffCells _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc, long lenFamilyAll, long prevLenKey, long prevLenValue, long prevLenRow) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            this.lenFamilyAll = lenFamilyAll;
            this.prevLenKey = prevLenKey;
            this.prevLenValue = prevLenValue;
            this.prevLenRow = prevLenRow;
            _read();
        }
        private void _read() {
            this.flags = this._io.readU1();
            if (hasLenKey()) {
                this.lenKeyNew = new Varint(this._io);
            }
            this.checkLenKeyNew = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenKeyNew;
                if (!( ((_it.length == 0) && (lenKey() >= 12 + lenFamilyAll()) && (lenKey() <= 2147483647)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenKeyNew, this._io, "/types/fast_diff_cell/seq/2");
                }
            }
            if (hasLenValue()) {
                this.lenValueNew = new Varint(this._io);
            }
            this.checkLenValueNew = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenValueNew;
                if (!( ((_it.length == 0) && (lenValue() >= 0) && ( ((!(hasValue())) || (lenValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) ) && ( ((hasValue()) || (lenValue() == prevLenValue())) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenValueNew, this._io, "/types/fast_diff_cell/seq/4");
                }
            }
            this.numShared = new Varint(this._io);
            this.checkNumShared = this._io.readBytes(0);
            {
                byte[] _it = this.checkNumShared;
                if (!( ((_it.length == 0) && (shared() >= 0) && (shared() <= lenKey() - 9) && ( ((shared() < 2 + prevLenRow()) || ( ((shared() >= (3 + prevLenRow()) + lenFamilyAll()) && (shared() <= prevLenKey() - 9)) )) )) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumShared, this._io, "/types/fast_diff_cell/seq/6");
                }
            }
            if (shared() < 1) {
                this.rowLengthHigh = this._io.readU1();
            }
            if (shared() < 2) {
                this.rowLengthLow = this._io.readU1();
            }
            this.checkLenRow = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenRow;
                if (!( ((_it.length == 0) && ((lenRow() + lenFamilyAll()) + 12 <= lenKey()) && (lenKeyRest() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) && (lenRowRest() >= 0)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenRow, this._io, "/types/fast_diff_cell/seq/9");
                }
            }
            this.rowRest = this._io.readBytes(lenRowRest());
            this.qualifierRest = this._io.readBytes(lenQualifierRest());
            this.timestampRest = this._io.readBytes(8 - (flags() & 7));
            if ((flags() & 32) == 0) {
                this.keyType = this._io.readU1();
            }
            if (hasValue()) {
                this.value = this._io.readBytes(lenValue());
            }
            this.end = new CellEnd(this._io, this, _root, hasTags(), hasMvcc());
        }

        public void _fetchInstances() {
            if (hasLenKey()) {
                this.lenKeyNew._fetchInstances();
            }
            if (hasLenValue()) {
                this.lenValueNew._fetchInstances();
            }
            this.numShared._fetchInstances();
            if (shared() < 1) {
            }
            if (shared() < 2) {
            }
            if ((flags() & 32) == 0) {
            }
            if (hasValue()) {
            }
            this.end._fetchInstances();
        }
        private Boolean hasLenKey;
        public Boolean hasLenKey() {
            if (this.hasLenKey != null)
                return this.hasLenKey;
            this.hasLenKey = (flags() & 8) == 0;
            return this.hasLenKey;
        }
        private Boolean hasLenValue;
        public Boolean hasLenValue() {
            if (this.hasLenValue != null)
                return this.hasLenValue;
            this.hasLenValue = (flags() & 16) == 0;
            return this.hasLenValue;
        }
        private Boolean hasValue;
        public Boolean hasValue() {
            if (this.hasValue != null)
                return this.hasValue;
            this.hasValue = (flags() & 64) == 0;
            return this.hasValue;
        }
        private Boolean isRowShared;
        public Boolean isRowShared() {
            if (this.isRowShared != null)
                return this.isRowShared;
            this.isRowShared = shared() >= 2 + prevLenRow();
            return this.isRowShared;
        }
        private Long lenKey;
        public Long lenKey() {
            if (this.lenKey != null)
                return this.lenKey;
            this.lenKey = ((Number) (((Number) ((hasLenKey() ? ((Number) (lenKeyNew().value())).longValue() : prevLenKey()))).longValue())).longValue();
            return this.lenKey;
        }
        private Long lenKeyRest;
        public Long lenKeyRest() {
            if (this.lenKeyRest != null)
                return this.lenKeyRest;
            this.lenKeyRest = ((Number) (((Number) (lenRowRest() + lenQualifierRest())).longValue())).longValue();
            return this.lenKeyRest;
        }
        private Long lenQualifierRest;
        public Long lenQualifierRest() {
            if (this.lenQualifierRest != null)
                return this.lenQualifierRest;
            this.lenQualifierRest = ((Number) (((Number) ((isRowShared() ? ((Number) ((lenKey() - 9) - shared())).longValue() : ((Number) (((lenKey() - 12) - lenRow()) - lenFamilyAll())).longValue()))).longValue())).longValue();
            return this.lenQualifierRest;
        }
        private Long lenRow;
        public Long lenRow() {
            if (this.lenRow != null)
                return this.lenRow;
            this.lenRow = ((Number) (((Number) ((shared() >= 2 ? prevLenRow() : ((Number) (((Number) ((shared() >= 1 ? ((Number) (prevLenRow() / 256)).longValue() : ((Number) (rowLengthHigh())).longValue()))).longValue() * 256 + ((Number) (rowLengthLow())).longValue())).longValue()))).longValue())).longValue();
            return this.lenRow;
        }
        private Long lenRowRest;
        public Long lenRowRest() {
            if (this.lenRowRest != null)
                return this.lenRowRest;
            this.lenRowRest = ((Number) (((Number) ((isRowShared() ? ((long) 0) : ((Number) ((shared() <= 2 ? lenRow() : ((Number) ((lenRow() + 2) - shared())).longValue()))).longValue()))).longValue())).longValue();
            return this.lenRowRest;
        }
        private Long lenValue;
        public Long lenValue() {
            if (this.lenValue != null)
                return this.lenValue;
            this.lenValue = ((Number) (((Number) ((hasLenValue() ? ((Number) (lenValueNew().value())).longValue() : prevLenValue()))).longValue())).longValue();
            return this.lenValue;
        }
        private Long shared;
        public Long shared() {
            if (this.shared != null)
                return this.shared;
            this.shared = ((Number) (((Number) (numShared().value())).longValue())).longValue();
            return this.shared;
        }
        private int flags;
        private Varint lenKeyNew;
        private byte[] checkLenKeyNew;
        private Varint lenValueNew;
        private byte[] checkLenValueNew;
        private Varint numShared;
        private byte[] checkNumShared;
        private Integer rowLengthHigh;
        private Integer rowLengthLow;
        private byte[] checkLenRow;
        private byte[] rowRest;
        private byte[] qualifierRest;
        private byte[] timestampRest;
        private Integer keyType;
        private byte[] value;
        private CellEnd end;
        private boolean hasTags;
        private boolean hasMvcc;
        private long lenFamilyAll;
        private long prevLenKey;
        private long prevLenValue;
        private long prevLenRow;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock.FastDiffCells _parent;

        /**
         * 1 to 4 leading bytes of the timestamp shared with the previous cell, 8
         * same key length, 16 same value length, 32 same type, 64 same value.
         */
        public int flags() { return flags; }
        public Varint lenKeyNew() { return lenKeyNew; }

        /**
         * Reads nothing. Room for the fixed parts and the family.
         */
        public byte[] checkLenKeyNew() { return checkLenKeyNew; }
        public Varint lenValueNew() { return lenValueNew; }

        /**
         * Reads nothing. The value must lie inside the block.
         */
        public byte[] checkLenValueNew() { return checkLenValueNew; }
        public Varint numShared() { return numShared; }

        /**
         * Reads nothing. Not more than the previous key without its timestamp
         * and type, and either a part of the row or the complete row and family.
         */
        public byte[] checkNumShared() { return checkNumShared; }
        public Integer rowLengthHigh() { return rowLengthHigh; }

        /**
         * With `prev_len_row` if the high byte is shared.
         */
        public Integer rowLengthLow() { return rowLengthLow; }

        /**
         * Reads nothing. Row and qualifier must lie inside the block.
         */
        public byte[] checkLenRow() { return checkLenRow; }

        /**
         * The part of the row that is not shared.
         */
        public byte[] rowRest() { return rowRest; }

        /**
         * The part of the qualifier that is not shared.
         */
        public byte[] qualifierRest() { return qualifierRest; }

        /**
         * The bytes of the timestamp that are not shared.
         */
        public byte[] timestampRest() { return timestampRest; }
        public Integer keyType() { return keyType; }
        public byte[] value() { return value; }
        public CellEnd end() { return end; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public long lenFamilyAll() { return lenFamilyAll; }
        public long prevLenKey() { return prevLenKey; }
        public long prevLenValue() { return prevLenValue; }
        public long prevLenRow() { return prevLenRow; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock.FastDiffCells _parent() { return _parent; }
    }
    public static class FastDiffCells extends KaitaiStruct {

        public FastDiffCells(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
            this(_io, null, null, hasTags, hasMvcc);
        }

        public FastDiffCells(KaitaiStream _io, HfileEncodedBlock _parent, boolean hasTags, boolean hasMvcc) {
            this(_io, _parent, null, hasTags, hasMvcc);
        }

        public FastDiffCells(KaitaiStream _io, HfileEncodedBlock _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            _read();
        }
        private void _read() {
            this.lenPlain = this._io.readS4be();
            if (!(this.lenPlain >= 0)) {
                throw new KaitaiStream.ValidationLessThanError(0, this.lenPlain, this._io, "/types/fast_diff_cells/seq/0");
            }
            if (!(_io().isEof())) {
                this.first = new FastDiffFirst(this._io, this, _root, hasTags(), hasMvcc());
            }
            this.cells = new ArrayList<FastDiffCell>();
            {
                int i = 0;
                while (!this._io.isEof()) {
                    this.cells.add(new FastDiffCell(this._io, this, _root, hasTags(), hasMvcc(), ((Number) (first().lenFamily())).longValue(), (i == 0 ? ((Number) (first().lenKey().value())).longValue() : cells().get(((Number) (i - 1)).intValue()).lenKey()), (i == 0 ? ((Number) (first().lenValue().value())).longValue() : cells().get(((Number) (i - 1)).intValue()).lenValue()), (i == 0 ? ((Number) (first().lenRow())).longValue() : cells().get(((Number) (i - 1)).intValue()).lenRow())));
                    i++;
                }
            }
        }

        public void _fetchInstances() {
            if (!(_io().isEof())) {
                this.first._fetchInstances();
            }
            for (int i = 0; i < this.cells.size(); i++) {
                this.cells.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private int lenPlain;
        private FastDiffFirst first;
        private List<FastDiffCell> cells;
        private boolean hasTags;
        private boolean hasMvcc;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock _parent;

        /**
         * Bytes that these cells take in a plain data block.
         */
        public int lenPlain() { return lenPlain; }
        public FastDiffFirst first() { return first; }

        /**
         * All except the first.
         */
        public List<FastDiffCell> cells() { return cells; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock _parent() { return _parent; }
    }

    /**
     * The first cell shares nothing and has its complete key.
     */
    public static class FastDiffFirst extends KaitaiStruct {

        public FastDiffFirst(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
            this(_io, null, null, hasTags, hasMvcc);
        }

        public FastDiffFirst(KaitaiStream _io, HfileEncodedBlock.FastDiffCells _parent, boolean hasTags, boolean hasMvcc) {
            this(_io, _parent, null, hasTags, hasMvcc);
        }

        public FastDiffFirst(KaitaiStream _io, HfileEncodedBlock.FastDiffCells _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            _read();
        }
        private void _read() {
            this.flags = this._io.readU1();
            if (!(this.flags == 0)) {
                throw new KaitaiStream.ValidationNotEqualError(0, this.flags, this._io, "/types/fast_diff_first/seq/0");
            }
            this.lenKey = new Varint(this._io);
            this.checkLenKey = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenKey;
                if (!( ((_it.length == 0) && (((Number) (lenKey().value())).longValue() >= 12) && (((Number) (lenKey().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenKey, this._io, "/types/fast_diff_first/seq/2");
                }
            }
            this.lenValue = new Varint(this._io);
            this.checkLenValue = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenValue;
                if (!( ((_it.length == 0) && (((Number) (lenValue().value())).longValue() >= 0) && (((Number) (lenValue().value())).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) - ((Number) (lenKey().value())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/fast_diff_first/seq/4");
                }
            }
            this.numShared = this._io.readU1();
            if (!(this.numShared == 0)) {
                throw new KaitaiStream.ValidationNotEqualError(0, this.numShared, this._io, "/types/fast_diff_first/seq/5");
            }
            this.lenRow = this._io.readU2be();
            {
                int _it = this.lenRow;
                if (!(((Number) (_it)).longValue() <= ((Number) (lenKey().value())).longValue() - 12)) {
                    throw new KaitaiStream.ValidationExprError(this.lenRow, this._io, "/types/fast_diff_first/seq/6");
                }
            }
            this.row = this._io.readBytes(lenRow());
            this.lenFamily = this._io.readU1();
            {
                int _it = this.lenFamily;
                if (!(((Number) (_it)).longValue() <= (((Number) (lenKey().value())).longValue() - 12) - ((Number) (lenRow())).longValue())) {
                    throw new KaitaiStream.ValidationExprError(this.lenFamily, this._io, "/types/fast_diff_first/seq/8");
                }
            }
            this.family = this._io.readBytes(lenFamily());
            this.qualifier = this._io.readBytes(((((Number) (lenKey().value())).longValue() - 12) - ((Number) (lenRow())).longValue()) - ((Number) (lenFamily())).longValue());
            this.timestamp = this._io.readS8be();
            this.keyType = this._io.readU1();
            this.value = this._io.readBytes(lenValue().value());
            this.end = new CellEnd(this._io, this, _root, hasTags(), hasMvcc());
        }

        public void _fetchInstances() {
            this.lenKey._fetchInstances();
            this.lenValue._fetchInstances();
            this.end._fetchInstances();
        }
        private int flags;
        private Varint lenKey;
        private byte[] checkLenKey;
        private Varint lenValue;
        private byte[] checkLenValue;
        private int numShared;
        private int lenRow;
        private byte[] row;
        private int lenFamily;
        private byte[] family;
        private byte[] qualifier;
        private long timestamp;
        private int keyType;
        private byte[] value;
        private CellEnd end;
        private boolean hasTags;
        private boolean hasMvcc;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock.FastDiffCells _parent;
        public int flags() { return flags; }
        public Varint lenKey() { return lenKey; }

        /**
         * Reads nothing. The key must lie inside the block.
         */
        public byte[] checkLenKey() { return checkLenKey; }
        public Varint lenValue() { return lenValue; }

        /**
         * Reads nothing. The value must lie inside the block.
         */
        public byte[] checkLenValue() { return checkLenValue; }
        public int numShared() { return numShared; }
        public int lenRow() { return lenRow; }
        public byte[] row() { return row; }
        public int lenFamily() { return lenFamily; }
        public byte[] family() { return family; }
        public byte[] qualifier() { return qualifier; }
        public long timestamp() { return timestamp; }
        public int keyType() { return keyType; }
        public byte[] value() { return value; }
        public CellEnd end() { return end; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock.FastDiffCells _parent() { return _parent; }
    }
    public static class PrefixCell extends KaitaiStruct {

        public PrefixCell(KaitaiStream _io, boolean hasTags, boolean hasMvcc, long prevLenKey) {
            this(_io, null, null, hasTags, hasMvcc, prevLenKey);
        }

        public PrefixCell(KaitaiStream _io, HfileEncodedBlock.PrefixCells _parent, boolean hasTags, boolean hasMvcc, long prevLenKey) {
            this(_io, _parent, null, hasTags, hasMvcc, prevLenKey);
        }

        public PrefixCell(KaitaiStream _io, HfileEncodedBlock.PrefixCells _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc, long prevLenKey) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            this.prevLenKey = prevLenKey;
            _read();
        }
        private void _read() {
            this.lenKeyRest = new Varint(this._io);
            this.checkLenKeyRest = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenKeyRest;
                if (!( ((_it.length == 0) && (((Number) (lenKeyRest().value())).longValue() >= 0) && (((Number) (lenKeyRest().value())).longValue() <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenKeyRest, this._io, "/types/prefix_cell/seq/1");
                }
            }
            this.lenValue = new Varint(this._io);
            this.checkLenValue = this._io.readBytes(0);
            {
                byte[] _it = this.checkLenValue;
                if (!( ((_it.length == 0) && (((Number) (lenValue().value())).longValue() >= 0) && (((Number) (lenValue().value())).longValue() <= (((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) - ((Number) (lenKeyRest().value())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkLenValue, this._io, "/types/prefix_cell/seq/3");
                }
            }
            this.numShared = new Varint(this._io);
            this.checkNumShared = this._io.readBytes(0);
            {
                byte[] _it = this.checkNumShared;
                if (!( ((_it.length == 0) && (((Number) (numShared().value())).longValue() >= 0) && (((Number) (numShared().value())).longValue() <= prevLenKey()) && (lenKey() >= 12)) )) {
                    throw new KaitaiStream.ValidationExprError(this.checkNumShared, this._io, "/types/prefix_cell/seq/5");
                }
            }
            this.keyRest = this._io.readBytes(lenKeyRest().value());
            this.value = this._io.readBytes(lenValue().value());
            this.end = new CellEnd(this._io, this, _root, hasTags(), hasMvcc());
        }

        public void _fetchInstances() {
            this.lenKeyRest._fetchInstances();
            this.lenValue._fetchInstances();
            this.numShared._fetchInstances();
            this.end._fetchInstances();
        }
        private Long lenKey;
        public Long lenKey() {
            if (this.lenKey != null)
                return this.lenKey;
            this.lenKey = ((Number) (((Number) (((Number) (numShared().value())).longValue() + ((Number) (lenKeyRest().value())).longValue())).longValue())).longValue();
            return this.lenKey;
        }
        private Varint lenKeyRest;
        private byte[] checkLenKeyRest;
        private Varint lenValue;
        private byte[] checkLenValue;
        private Varint numShared;
        private byte[] checkNumShared;
        private byte[] keyRest;
        private byte[] value;
        private CellEnd end;
        private boolean hasTags;
        private boolean hasMvcc;
        private long prevLenKey;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock.PrefixCells _parent;
        public Varint lenKeyRest() { return lenKeyRest; }

        /**
         * Reads nothing. The rest of the key must lie inside the block.
         */
        public byte[] checkLenKeyRest() { return checkLenKeyRest; }
        public Varint lenValue() { return lenValue; }

        /**
         * Reads nothing. The value must lie inside the block.
         */
        public byte[] checkLenValue() { return checkLenValue; }
        public Varint numShared() { return numShared; }

        /**
         * Reads nothing. Not more than the length of the previous key.
         */
        public byte[] checkNumShared() { return checkNumShared; }
        public byte[] keyRest() { return keyRest; }
        public byte[] value() { return value; }
        public CellEnd end() { return end; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public long prevLenKey() { return prevLenKey; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock.PrefixCells _parent() { return _parent; }
    }
    public static class PrefixCells extends KaitaiStruct {

        public PrefixCells(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
            this(_io, null, null, hasTags, hasMvcc);
        }

        public PrefixCells(KaitaiStream _io, HfileEncodedBlock _parent, boolean hasTags, boolean hasMvcc) {
            this(_io, _parent, null, hasTags, hasMvcc);
        }

        public PrefixCells(KaitaiStream _io, HfileEncodedBlock _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            _read();
        }
        private void _read() {
            this.lenPlain = this._io.readS4be();
            if (!(this.lenPlain >= 0)) {
                throw new KaitaiStream.ValidationLessThanError(0, this.lenPlain, this._io, "/types/prefix_cells/seq/0");
            }
            this.cells = new ArrayList<PrefixCell>();
            {
                int i = 0;
                while (!this._io.isEof()) {
                    this.cells.add(new PrefixCell(this._io, this, _root, hasTags(), hasMvcc(), (i == 0 ? ((long) 0) : cells().get(((Number) (i - 1)).intValue()).lenKey())));
                    i++;
                }
            }
        }

        public void _fetchInstances() {
            for (int i = 0; i < this.cells.size(); i++) {
                this.cells.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private int lenPlain;
        private List<PrefixCell> cells;
        private boolean hasTags;
        private boolean hasMvcc;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock _parent;

        /**
         * Bytes that these cells take in a plain data block.
         */
        public int lenPlain() { return lenPlain; }
        public List<PrefixCell> cells() { return cells; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock _parent() { return _parent; }
    }
    public static class Row extends KaitaiStruct {

        public Row(KaitaiStream _io, boolean isFirst, int prev) {
            this(_io, null, null, isFirst, prev);
        }

        public Row(KaitaiStream _io, HfileEncodedBlock.RowIndexCells _parent, boolean isFirst, int prev) {
            this(_io, _parent, null, isFirst, prev);
        }

        public Row(KaitaiStream _io, HfileEncodedBlock.RowIndexCells _parent, HfileEncodedBlock _root, boolean isFirst, int prev) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.isFirst = isFirst;
            this.prev = prev;
            _read();
        }
        private void _read() {
            this.ofsCell = this._io.readS4be();
            {
                int _it = this.ofsCell;
                if (!((isFirst() ? _it == 0 : _it > prev()))) {
                    throw new KaitaiStream.ValidationExprError(this.ofsCell, this._io, "/types/row/seq/0");
                }
            }
        }

        public void _fetchInstances() {
        }
        private int ofsCell;
        private boolean isFirst;
        private int prev;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock.RowIndexCells _parent;

        /**
         * Of the first cell of a row, relative to the first cell.
         */
        public int ofsCell() { return ofsCell; }
        public boolean isFirst() { return isFirst; }
        public int prev() { return prev; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock.RowIndexCells _parent() { return _parent; }
    }
    public static class RowIndexCells extends KaitaiStruct {

        public RowIndexCells(KaitaiStream _io, boolean hasTags, boolean hasMvcc) {
            this(_io, null, null, hasTags, hasMvcc);
        }

        public RowIndexCells(KaitaiStream _io, HfileEncodedBlock _parent, boolean hasTags, boolean hasMvcc) {
            this(_io, _parent, null, hasTags, hasMvcc);
        }

        public RowIndexCells(KaitaiStream _io, HfileEncodedBlock _parent, HfileEncodedBlock _root, boolean hasTags, boolean hasMvcc) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.hasTags = hasTags;
            this.hasMvcc = hasMvcc;
            _read();
        }
        private void _read() {
            KaitaiStream _io_cells = this._io.substream(lenCells());
            this.cells = new HfileDataBlock(_io_cells, hasTags(), hasMvcc());
            this.numRows = this._io.readS4be();
            {
                int _it = this.numRows;
                if (!( ((_it >= 0) && (((Number) (((Number) (_it)).longValue() * 4 + 4)).longValue() == ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.numRows, this._io, "/types/row_index_cells/seq/1");
                }
            }
            this.rows = new ArrayList<Row>();
            for (int i = 0; i < numRows(); i++) {
                this.rows.add(new Row(this._io, this, _root, i == 0, (i == 0 ? ((int) 0) : rows().get(((Number) (i - 1)).intValue()).ofsCell())));
            }
            this.lenCellsLast = this._io.readS4be();
            {
                int _it = this.lenCellsLast;
                if (!(_it == lenCells())) {
                    throw new KaitaiStream.ValidationExprError(this.lenCellsLast, this._io, "/types/row_index_cells/seq/3");
                }
            }
        }

        public void _fetchInstances() {
            this.cells._fetchInstances();
            for (int i = 0; i < this.rows.size(); i++) {
                this.rows.get(((Number) (i)).intValue())._fetchInstances();
            }
            lenCells();
            if (this.lenCells != null) {
            }
        }
        private Integer lenCells;
        public Integer lenCells() {
            if (this.lenCells != null)
                return this.lenCells;
            long _pos = this._io.pos();
            this._io.seek(_io().size() - 4);
            this.lenCells = this._io.readS4be();
            {
                int _it = this.lenCells;
                if (!( ((_it >= 0) && (((Number) (_it)).longValue() + 8 <= ((Number) (_io().size())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.lenCells, this._io, "/types/row_index_cells/instances/len_cells");
                }
            }
            this._io.seek(_pos);
            return this.lenCells;
        }
        private HfileDataBlock cells;
        private int numRows;
        private List<Row> rows;
        private int lenCellsLast;
        private boolean hasTags;
        private boolean hasMvcc;
        private HfileEncodedBlock _root;
        private HfileEncodedBlock _parent;
        public HfileDataBlock cells() { return cells; }
        public int numRows() { return numRows; }
        public List<Row> rows() { return rows; }

        /**
         * The same four bytes as `len_cells`.
         */
        public int lenCellsLast() { return lenCellsLast; }
        public boolean hasTags() { return hasTags; }
        public boolean hasMvcc() { return hasMvcc; }
        public HfileEncodedBlock _root() { return _root; }
        public HfileEncodedBlock _parent() { return _parent; }
    }
    private Encoding encoding;
    private Object body;
    private boolean hasTags;
    private boolean hasMvcc;
    private HfileEncodedBlock _root;
    private KaitaiStruct _parent;
    private byte[] _raw_body;
    public Encoding encoding() { return encoding; }
    public Object body() { return body; }

    /**
     * File info has an entry `hfile.MAX_TAGS_LEN`.
     */
    public boolean hasTags() { return hasTags; }

    /**
     * File info has `KEY_VALUE_VERSION` 1.
     */
    public boolean hasMvcc() { return hasMvcc; }
    public HfileEncodedBlock _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
    public byte[] _raw_body() { return _raw_body; }
}
