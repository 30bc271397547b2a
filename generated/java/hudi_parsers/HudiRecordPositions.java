// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

package hudi_parsers;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.kaitai.struct.KaitaiStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;


/**
 * Value of the header key `record_positions` of a log block after Base64
 * decoding: a set of row numbers of a base file. 64-bit extension of the
 * portable Roaring format: 32-bit bitmaps, one for each upper half in use.
 * 
 * Bytes after the last bucket are not described.
 * @see <a href="https://github.com/RoaringBitmap/RoaringFormatSpec">Source</a>
 */
public class HudiRecordPositions extends KaitaiStruct {
    public static HudiRecordPositions fromFile(String fileName) throws IOException {
        return new HudiRecordPositions(new ByteBufferKaitaiStream(fileName));
    }

    public HudiRecordPositions(KaitaiStream _io) {
        this(_io, null, null);
    }

    public HudiRecordPositions(KaitaiStream _io, KaitaiStruct _parent) {
        this(_io, _parent, null);
    }

    public HudiRecordPositions(KaitaiStream _io, KaitaiStruct _parent, HudiRecordPositions _root) {
        super(_io);
        this._parent = _parent;
        this._root = _root == null ? this : _root;
        _read();
    }
    private void _read() {
        this.numBuckets = this._io.readU8le();
        {
            long _it = this.numBuckets;
            if (!( ((((Number) (_it)).longValue() >= 0) && (((Number) (_it)).longValue() <= ((Number) ((((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue()) / 12)).longValue())) )) {
                throw new KaitaiStream.ValidationExprError(this.numBuckets, this._io, "/seq/0");
            }
        }
        this.buckets = new ArrayList<Bucket>();
        for (int i = 0; i < numBuckets(); i++) {
            this.buckets.add(new Bucket(this._io, this, _root));
        }
    }

    public void _fetchInstances() {
        for (int i = 0; i < this.buckets.size(); i++) {
            this.buckets.get(((Number) (i)).intValue())._fetchInstances();
        }
    }

    /**
     * A set of 32-bit numbers.
     */
    public static class Bitmap extends KaitaiStruct {
        public static Bitmap fromFile(String fileName) throws IOException {
            return new Bitmap(new ByteBufferKaitaiStream(fileName));
        }

        public Bitmap(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Bitmap(KaitaiStream _io, HudiRecordPositions.Bucket _parent) {
            this(_io, _parent, null);
        }

        public Bitmap(KaitaiStream _io, HudiRecordPositions.Bucket _parent, HudiRecordPositions _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.cookie = this._io.readU2le();
            if (!( ((this.cookie == 12346) || (this.cookie == 12347)) )) {
                throw new KaitaiStream.ValidationNotAnyOfError(this.cookie, this._io, "/types/bitmap/seq/0");
            }
            this.numContainersMinus1 = this._io.readU2le();
            {
                int _it = this.numContainersMinus1;
                if (!( ((!(hasRuns())) || ((((Number) (_it)).longValue() + 1) * 4 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                    throw new KaitaiStream.ValidationExprError(this.numContainersMinus1, this._io, "/types/bitmap/seq/1");
                }
            }
            if (!(hasRuns())) {
                this.numContainersPlain = this._io.readU4le();
                {
                    long _it = this.numContainersPlain;
                    if (!( ((((Number) (_it)).longValue() <= 65536) && (((Number) (_it)).longValue() * 4 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) )) {
                        throw new KaitaiStream.ValidationExprError(this.numContainersPlain, this._io, "/types/bitmap/seq/2");
                    }
                }
            }
            if (hasRuns()) {
                this.runFlags = new ArrayList<Integer>();
                for (int i = 0; i < ((Number) ((numContainers() + 7) / 8)).longValue(); i++) {
                    this.runFlags.add(this._io.readU1());
                }
            }
            this.descriptions = new ArrayList<Description>();
            for (int i = 0; i < ((Number) (numContainers())).longValue(); i++) {
                this.descriptions.add(new Description(this._io, this, _root));
            }
            if (hasOffsets()) {
                this.ofsContainers = new ArrayList<Long>();
                for (int i = 0; i < ((Number) (numContainers())).longValue(); i++) {
                    this.ofsContainers.add(this._io.readU4le());
                }
            }
            this.containers = new ArrayList<Container>();
            for (int i = 0; i < numContainers(); i++) {
                this.containers.add(new Container(this._io, this, _root, descriptions().get(((Number) (i)).intValue()).cardinality(), ((Number) ((hasRuns() ? ((Number) (runFlags().get(((Number) (i / 8)).intValue()) >> KaitaiStream.mod(i, 8) & 1)).intValue() : ((int) 0)))).intValue()));
            }
        }

        public void _fetchInstances() {
            if (!(hasRuns())) {
            }
            if (hasRuns()) {
                for (int i = 0; i < this.runFlags.size(); i++) {
                }
            }
            for (int i = 0; i < this.descriptions.size(); i++) {
                this.descriptions.get(((Number) (i)).intValue())._fetchInstances();
            }
            if (hasOffsets()) {
                for (int i = 0; i < this.ofsContainers.size(); i++) {
                }
            }
            for (int i = 0; i < this.containers.size(); i++) {
                this.containers.get(((Number) (i)).intValue())._fetchInstances();
            }
        }
        private Boolean hasOffsets;
        public Boolean hasOffsets() {
            if (this.hasOffsets != null)
                return this.hasOffsets;
            this.hasOffsets =  ((!(hasRuns())) || (numContainers() >= 4)) ;
            return this.hasOffsets;
        }
        private Boolean hasRuns;
        public Boolean hasRuns() {
            if (this.hasRuns != null)
                return this.hasRuns;
            this.hasRuns = cookie() == 12347;
            return this.hasRuns;
        }
        private Long numContainers;
        public Long numContainers() {
            if (this.numContainers != null)
                return this.numContainers;
            this.numContainers = ((Number) (((Number) ((hasRuns() ? ((Number) (((Number) (numContainersMinus1())).longValue() + 1)).longValue() : ((Number) (numContainersPlain())).longValue()))).longValue())).longValue();
            return this.numContainers;
        }
        private int cookie;
        private int numContainersMinus1;
        private Long numContainersPlain;
        private List<Integer> runFlags;
        private List<Description> descriptions;
        private List<Long> ofsContainers;
        private List<Container> containers;
        private HudiRecordPositions _root;
        private HudiRecordPositions.Bucket _parent;

        /**
         * 12347 if run containers may occur.
         */
        public int cookie() { return cookie; }

        /**
         * Only with the second cookie, else 0. A container has at least the 4 bytes of its description.
         */
        public int numContainersMinus1() { return numContainersMinus1; }
        public Long numContainersPlain() { return numContainersPlain; }

        /**
         * One bit per container, lowest first.
         */
        public List<Integer> runFlags() { return runFlags; }
        public List<Description> descriptions() { return descriptions; }

        /**
         * Offsets of the containers from the cookie, which always follow in this order.
         */
        public List<Long> ofsContainers() { return ofsContainers; }
        public List<Container> containers() { return containers; }
        public HudiRecordPositions _root() { return _root; }
        public HudiRecordPositions.Bucket _parent() { return _parent; }
    }
    public static class Bucket extends KaitaiStruct {
        public static Bucket fromFile(String fileName) throws IOException {
            return new Bucket(new ByteBufferKaitaiStream(fileName));
        }

        public Bucket(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Bucket(KaitaiStream _io, HudiRecordPositions _parent) {
            this(_io, _parent, null);
        }

        public Bucket(KaitaiStream _io, HudiRecordPositions _parent, HudiRecordPositions _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.high = this._io.readU4le();
            this.bitmap = new Bitmap(this._io, this, _root);
        }

        public void _fetchInstances() {
            this.bitmap._fetchInstances();
        }
        private long high;
        private Bitmap bitmap;
        private HudiRecordPositions _root;
        private HudiRecordPositions _parent;

        /**
         * Upper 32 bits of all positions in this bucket. Ascending, unsigned.
         */
        public long high() { return high; }
        public Bitmap bitmap() { return bitmap; }
        public HudiRecordPositions _root() { return _root; }
        public HudiRecordPositions _parent() { return _parent; }
    }

    /**
     * A set of 16-bit numbers in one of three formats.
     */
    public static class Container extends KaitaiStruct {

        public Container(KaitaiStream _io, int numValues, int runFlag) {
            this(_io, null, null, numValues, runFlag);
        }

        public Container(KaitaiStream _io, HudiRecordPositions.Bitmap _parent, int numValues, int runFlag) {
            this(_io, _parent, null, numValues, runFlag);
        }

        public Container(KaitaiStream _io, HudiRecordPositions.Bitmap _parent, HudiRecordPositions _root, int numValues, int runFlag) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            this.numValues = numValues;
            this.runFlag = runFlag;
            _read();
        }
        private void _read() {
            if (runFlag() == 1) {
                this.numRuns = this._io.readU2le();
                {
                    int _it = this.numRuns;
                    if (!(((Number) (_it)).longValue() * 4 <= ((Number) (_io().size())).longValue() - ((Number) (_io().pos())).longValue())) {
                        throw new KaitaiStream.ValidationExprError(this.numRuns, this._io, "/types/container/seq/0");
                    }
                }
            }
            if (runFlag() == 1) {
                this.runs = new ArrayList<Run>();
                for (int i = 0; i < numRuns(); i++) {
                    this.runs.add(new Run(this._io, this, _root));
                }
            }
            if (isArray()) {
                this.values = new ArrayList<Integer>();
                for (int i = 0; i < numValues(); i++) {
                    this.values.add(this._io.readU2le());
                }
            }
            if ( ((runFlag() != 1) && (!(isArray()))) ) {
                this.bits = this._io.readBytes(8192);
            }
        }

        public void _fetchInstances() {
            if (runFlag() == 1) {
            }
            if (runFlag() == 1) {
                for (int i = 0; i < this.runs.size(); i++) {
                    this.runs.get(((Number) (i)).intValue())._fetchInstances();
                }
            }
            if (isArray()) {
                for (int i = 0; i < this.values.size(); i++) {
                }
            }
            if ( ((runFlag() != 1) && (!(isArray()))) ) {
            }
        }
        private Boolean isArray;
        public Boolean isArray() {
            if (this.isArray != null)
                return this.isArray;
            this.isArray =  ((runFlag() != 1) && (numValues() <= 4096)) ;
            return this.isArray;
        }
        private Integer numRuns;
        private List<Run> runs;
        private List<Integer> values;
        private byte[] bits;
        private int numValues;
        private int runFlag;
        private HudiRecordPositions _root;
        private HudiRecordPositions.Bitmap _parent;
        public Integer numRuns() { return numRuns; }
        public List<Run> runs() { return runs; }

        /**
         * Ascending, at most 4096.
         */
        public List<Integer> values() { return values; }

        /**
         * One bit per number, lowest first in each byte.
         */
        public byte[] bits() { return bits; }
        public int numValues() { return numValues; }
        public int runFlag() { return runFlag; }
        public HudiRecordPositions _root() { return _root; }
        public HudiRecordPositions.Bitmap _parent() { return _parent; }
    }
    public static class Description extends KaitaiStruct {
        public static Description fromFile(String fileName) throws IOException {
            return new Description(new ByteBufferKaitaiStream(fileName));
        }

        public Description(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Description(KaitaiStream _io, HudiRecordPositions.Bitmap _parent) {
            this(_io, _parent, null);
        }

        public Description(KaitaiStream _io, HudiRecordPositions.Bitmap _parent, HudiRecordPositions _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.key = this._io.readU2le();
            this.cardinalityMinus1 = this._io.readU2le();
        }

        public void _fetchInstances() {
        }
        private Integer cardinality;
        public Integer cardinality() {
            if (this.cardinality != null)
                return this.cardinality;
            this.cardinality = ((Number) (((Number) (((Number) (cardinalityMinus1())).intValue() + 1)).intValue())).intValue();
            return this.cardinality;
        }
        private int key;
        private int cardinalityMinus1;
        private HudiRecordPositions _root;
        private HudiRecordPositions.Bitmap _parent;

        /**
         * Upper 16 bits of all numbers in the container. Ascending.
         */
        public int key() { return key; }
        public int cardinalityMinus1() { return cardinalityMinus1; }
        public HudiRecordPositions _root() { return _root; }
        public HudiRecordPositions.Bitmap _parent() { return _parent; }
    }
    public static class Run extends KaitaiStruct {
        public static Run fromFile(String fileName) throws IOException {
            return new Run(new ByteBufferKaitaiStream(fileName));
        }

        public Run(KaitaiStream _io) {
            this(_io, null, null);
        }

        public Run(KaitaiStream _io, HudiRecordPositions.Container _parent) {
            this(_io, _parent, null);
        }

        public Run(KaitaiStream _io, HudiRecordPositions.Container _parent, HudiRecordPositions _root) {
            super(_io);
            this._parent = _parent;
            this._root = _root;
            _read();
        }
        private void _read() {
            this.start = this._io.readU2le();
            this.lengthMinus1 = this._io.readU2le();
        }

        public void _fetchInstances() {
        }
        private int start;
        private int lengthMinus1;
        private HudiRecordPositions _root;
        private HudiRecordPositions.Container _parent;
        public int start() { return start; }
        public int lengthMinus1() { return lengthMinus1; }
        public HudiRecordPositions _root() { return _root; }
        public HudiRecordPositions.Container _parent() { return _parent; }
    }
    private long numBuckets;
    private List<Bucket> buckets;
    private HudiRecordPositions _root;
    private KaitaiStruct _parent;

    /**
     * A bucket has at least 12 bytes.
     */
    public long numBuckets() { return numBuckets; }
    public List<Bucket> buckets() { return buckets; }
    public HudiRecordPositions _root() { return _root; }
    public KaitaiStruct _parent() { return _parent; }
}
