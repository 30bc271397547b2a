#pragma once

// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

class hudi_delete_kryo_t;

#include "kaitai/kaitaistruct.h"
#include <stdint.h>
#include <memory>
#include <set>
#include <vector>

#if KAITAI_STRUCT_VERSION < 11000L
#error "Incompatible Kaitai Struct C++/STL API: version 0.11 or later is required"
#endif
namespace hudi_parsers {

    /**
     * Java array in the serialization of Kryo 4 (`writeClassAndObject`, with
     * references, registration not required): `HoodieKey[]` in version 1,
     * `DeleteRecord[]` in version 2. This grammar describes the structures that Hudi
     * 0.5 to 0.13 wrote, not Kryo in general.
     * 
     * A class is written by name the first time and by the id of the name after
     * that; an object that was written before is written as a reference. Ids of
     * objects count from 0 in the order in which the objects start: the array is 0.
     * Numbers, booleans and null have no id. References are left as ids.
     * \sa https://github.com/EsotericSoftware/kryo/blob/kryo-parent-4.0.2/src/com/esotericsoftware/kryo/Kryo.java Source
     * \sa https://github.com/apache/hudi/blob/release-0.13.1/hudi-common/src/main/java/org/apache/hudi/common/util/SerializationUtils.java Source
     */

    class hudi_delete_kryo_t : public kaitai::kstruct {

    public:
        class key_t;
        class key_element_t;
        class kryo_boolean_t;
        class kryo_double_t;
        class kryo_float_t;
        class kryo_string_t;
        class object_marker_t;
        class ordering_t;
        class record_t;
        class record_element_t;
        class string_object_t;
        class unit_t;
        class varint_s4_t;
        class varint_s8_t;
        class varint_u4_t;

        enum value_class_t {
            VALUE_CLASS_NONE = 0,
            VALUE_CLASS_INT = 2,
            VALUE_CLASS_STRING = 3,
            VALUE_CLASS_FLOAT = 4,
            VALUE_CLASS_BOOLEAN = 5,
            VALUE_CLASS_LONG = 9,
            VALUE_CLASS_DOUBLE = 10
        };
        static bool _is_defined_value_class_t(value_class_t v);

    private:
        static const std::set<value_class_t> _values_value_class_t;

    public:

        hudi_delete_kryo_t(int32_t p_version, kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

    private:
        void _read();
        void _clean_up();

    public:
        ~hudi_delete_kryo_t();

        /**
         * Fields in alphabetical order of their names in Java.
         */

        class key_t : public kaitai::kstruct {

        public:

            key_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~key_t();

        private:
            std::unique_ptr<string_object_t> m_partition_path;
            std::unique_ptr<string_object_t> m_record_key;
            hudi_delete_kryo_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            string_object_t* partition_path() const { return m_partition_path.get(); }
            string_object_t* record_key() const { return m_record_key.get(); }
            hudi_delete_kryo_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        class key_element_t : public kaitai::kstruct {

        public:

            key_element_t(bool p_is_first, kaitai::kstream* p__io, hudi_delete_kryo_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~key_element_t();

        private:
            std::string m_class_marker;
            std::string m_class_name;
            bool n_class_name;

        public:
            bool _is_null_class_name() { class_name(); return n_class_name; };

        private:
            std::unique_ptr<object_marker_t> m_marker;
            std::unique_ptr<key_t> m_key;
            bool n_key;

        public:
            bool _is_null_key() { key(); return n_key; };

        private:
            bool m_is_first;
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t* m__parent;

        public:

            /**
             * Class by name, id 1.
             */
            std::string class_marker() const { return m_class_marker; }
            std::string class_name() const { return m_class_name; }
            object_marker_t* marker() const { return m_marker.get(); }
            key_t* key() const { return m_key.get(); }
            bool is_first() const { return m_is_first; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t* _parent() const { return m__parent; }
        };

        class kryo_boolean_t : public kaitai::kstruct {

        public:

            kryo_boolean_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~kryo_boolean_t();

        private:
            uint8_t m_value;
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::ordering_t* m__parent;

        public:
            uint8_t value() const { return m_value; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::ordering_t* _parent() const { return m__parent; }
        };

        class kryo_double_t : public kaitai::kstruct {

        public:

            kryo_double_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~kryo_double_t();

        private:
            double m_value;
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::ordering_t* m__parent;

        public:
            double value() const { return m_value; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::ordering_t* _parent() const { return m__parent; }
        };

        class kryo_float_t : public kaitai::kstruct {

        public:

            kryo_float_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~kryo_float_t();

        private:
            float m_value;
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::ordering_t* m__parent;

        public:
            float value() const { return m_value; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::ordering_t* _parent() const { return m__parent; }
        };

        /**
         * Two forms. ASCII of 2 to 63 characters: the bytes, bit 7 set on the last.
         * All others: number of UTF-16 units plus 1 (0 is null), then 1 to 3 bytes
         * per unit.
         */

        class kryo_string_t : public kaitai::kstruct {

        public:

            kryo_string_t(kaitai::kstream* p__io, hudi_delete_kryo_t::string_object_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~kryo_string_t();

        private:
            bool f_has1;
            bool m_has1;

        public:
            bool has1();

        private:
            bool f_has2;
            bool m_has2;

        public:
            bool has2();

        private:
            bool f_has3;
            bool m_has3;

        public:
            bool has3();

        private:
            bool f_has4;
            bool m_has4;

        public:
            bool has4();

        private:
            bool f_is_null;
            bool m_is_null;

        public:
            bool is_null();

        private:
            bool f_num_units;
            int64_t m_num_units;

        public:
            int64_t num_units();

        private:
            bool f_size_utf;
            int64_t m_size_utf;

        public:
            int64_t size_utf();

        private:
            uint8_t m_first;
            std::unique_ptr<std::vector<uint8_t>> m_ascii_rest;
            bool n_ascii_rest;

        public:
            bool _is_null_ascii_rest() { ascii_rest(); return n_ascii_rest; };

        private:
            uint8_t m_n1;
            bool n_n1;

        public:
            bool _is_null_n1() { n1(); return n_n1; };

        private:
            uint8_t m_n2;
            bool n_n2;

        public:
            bool _is_null_n2() { n2(); return n_n2; };

        private:
            uint8_t m_n3;
            bool n_n3;

        public:
            bool _is_null_n3() { n3(); return n_n3; };

        private:
            uint8_t m_n4;
            bool n_n4;

        public:
            bool _is_null_n4() { n4(); return n_n4; };

        private:
            std::string m_check_num_units;
            std::unique_ptr<std::vector<std::unique_ptr<unit_t>>> m_units;
            bool n_units;

        public:
            bool _is_null_units() { units(); return n_units; };

        private:
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::string_object_t* m__parent;

        public:

            /**
             * First character in the ASCII form, else bit 7 set, bit 6 for more, 6 bits of the number.
             */
            uint8_t first() const { return m_first; }
            std::vector<uint8_t>* ascii_rest() const { return m_ascii_rest.get(); }
            uint8_t n1() const { return m_n1; }
            uint8_t n2() const { return m_n2; }
            uint8_t n3() const { return m_n3; }
            uint8_t n4() const { return m_n4; }

            /**
             * Reads nothing. A unit has at least 1 byte.
             */
            std::string check_num_units() const { return m_check_num_units; }
            std::vector<std::unique_ptr<unit_t>>* units() const { return m_units.get(); }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::string_object_t* _parent() const { return m__parent; }
        };

        /**
         * 0 is null, 1 a new object that follows, n the object with id n - 2.
         */

        class object_marker_t : public kaitai::kstruct {

        public:

            object_marker_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~object_marker_t();

        private:
            bool f_id_referred;
            int64_t m_id_referred;

        public:

            /**
             * Negative if this is not a reference.
             */
            int64_t id_referred();

        private:
            bool f_is_new;
            bool m_is_new;

        public:
            bool is_new();

        private:
            bool f_is_null;
            bool m_is_null;

        public:
            bool is_null();

        private:
            std::unique_ptr<varint_u4_t> m_marker;
            hudi_delete_kryo_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            varint_u4_t* marker() const { return m_marker.get(); }
            hudi_delete_kryo_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        /**
         * Any object; these classes occur and have fixed ids.
         */

        class ordering_t : public kaitai::kstruct {

        public:

            ordering_t(kaitai::kstream* p__io, hudi_delete_kryo_t::record_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~ordering_t();

        private:
            value_class_t m_value_class;
            std::unique_ptr<kaitai::kstruct> m_value;
            bool n_value;

        public:
            bool _is_null_value() { value(); return n_value; };

        private:
            std::string m_check_text;
            bool n_check_text;

        public:
            bool _is_null_check_text() { check_text(); return n_check_text; };

        private:
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::record_t* m__parent;

        public:
            value_class_t value_class() const { return m_value_class; }
            kaitai::kstruct* value() const { return m_value.get(); }

            /**
             * Reads nothing. A null object has no class.
             */
            std::string check_text() const { return m_check_text; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::record_t* _parent() const { return m__parent; }
        };

        /**
         * Fields in alphabetical order of their names in Java.
         */

        class record_t : public kaitai::kstruct {

        public:

            record_t(bool p_is_first, kaitai::kstream* p__io, hudi_delete_kryo_t::record_element_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~record_t();

        private:
            std::string m_key_class;
            std::string m_key_class_name;
            bool n_key_class_name;

        public:
            bool _is_null_key_class_name() { key_class_name(); return n_key_class_name; };

        private:
            std::unique_ptr<object_marker_t> m_key_marker;
            std::string m_check_key_marker;
            std::unique_ptr<key_t> m_key;
            bool n_key;

        public:
            bool _is_null_key() { key(); return n_key; };

        private:
            std::unique_ptr<ordering_t> m_ordering;
            bool m_is_first;
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::record_element_t* m__parent;

        public:

            /**
             * Class by name, id 2.
             */
            std::string key_class() const { return m_key_class; }
            std::string key_class_name() const { return m_key_class_name; }
            object_marker_t* key_marker() const { return m_key_marker.get(); }

            /**
             * Reads nothing. A null object has no class.
             */
            std::string check_key_marker() const { return m_check_key_marker; }
            key_t* key() const { return m_key.get(); }
            ordering_t* ordering() const { return m_ordering.get(); }
            bool is_first() const { return m_is_first; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::record_element_t* _parent() const { return m__parent; }
        };

        class record_element_t : public kaitai::kstruct {

        public:

            record_element_t(bool p_is_first, kaitai::kstream* p__io, hudi_delete_kryo_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~record_element_t();

        private:
            std::string m_class_marker;
            std::string m_class_name;
            bool n_class_name;

        public:
            bool _is_null_class_name() { class_name(); return n_class_name; };

        private:
            std::unique_ptr<object_marker_t> m_marker;
            std::unique_ptr<record_t> m_record;
            bool n_record;

        public:
            bool _is_null_record() { record(); return n_record; };

        private:
            bool m_is_first;
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t* m__parent;

        public:

            /**
             * Class by name, id 1.
             */
            std::string class_marker() const { return m_class_marker; }
            std::string class_name() const { return m_class_name; }
            object_marker_t* marker() const { return m_marker.get(); }
            record_t* record() const { return m_record.get(); }
            bool is_first() const { return m_is_first; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t* _parent() const { return m__parent; }
        };

        class string_object_t : public kaitai::kstruct {

        public:

            string_object_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~string_object_t();

        private:
            std::unique_ptr<object_marker_t> m_marker;
            std::unique_ptr<kryo_string_t> m_string;
            bool n_string;

        public:
            bool _is_null_string() { string(); return n_string; };

        private:
            hudi_delete_kryo_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            object_marker_t* marker() const { return m_marker.get(); }
            kryo_string_t* string() const { return m_string.get(); }
            hudi_delete_kryo_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

        /**
         * One UTF-16 unit; characters beyond U+FFFF are two of them.
         */

        class unit_t : public kaitai::kstruct {

        public:

            unit_t(kaitai::kstream* p__io, hudi_delete_kryo_t::kryo_string_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~unit_t();

        private:
            bool f_value;
            int32_t m_value;

        public:
            int32_t value();

        private:
            uint8_t m_b0;
            uint8_t m_b1;
            bool n_b1;

        public:
            bool _is_null_b1() { b1(); return n_b1; };

        private:
            uint8_t m_b2;
            bool n_b2;

        public:
            bool _is_null_b2() { b2(); return n_b2; };

        private:
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::kryo_string_t* m__parent;

        public:
            uint8_t b0() const { return m_b0; }
            uint8_t b1() const { return m_b1; }
            uint8_t b2() const { return m_b2; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::kryo_string_t* _parent() const { return m__parent; }
        };

        /**
         * ZigZag number, at most 5 bytes.
         */

        class varint_s4_t : public kaitai::kstruct {

        public:

            varint_s4_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~varint_s4_t();

        private:
            bool f_value;
            int32_t m_value;

        public:
            int32_t value();

        private:
            std::unique_ptr<varint_u4_t> m_zigzag;
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::ordering_t* m__parent;

        public:
            varint_u4_t* zigzag() const { return m_zigzag.get(); }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::ordering_t* _parent() const { return m__parent; }
        };

        /**
         * ZigZag number, at most 9 bytes; the ninth holds 8 bits.
         */

        class varint_s8_t : public kaitai::kstruct {

        public:

            varint_s8_t(kaitai::kstream* p__io, hudi_delete_kryo_t::ordering_t* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~varint_s8_t();

        private:
            bool f_has1;
            bool m_has1;

        public:
            bool has1();

        private:
            bool f_has2;
            bool m_has2;

        public:
            bool has2();

        private:
            bool f_has3;
            bool m_has3;

        public:
            bool has3();

        private:
            bool f_has4;
            bool m_has4;

        public:
            bool has4();

        private:
            bool f_has5;
            bool m_has5;

        public:
            bool has5();

        private:
            bool f_has6;
            bool m_has6;

        public:
            bool has6();

        private:
            bool f_has7;
            bool m_has7;

        public:
            bool has7();

        private:
            bool f_has8;
            bool m_has8;

        public:
            bool has8();

        private:
            bool f_magnitude;
            int64_t m_magnitude;

        public:
            int64_t magnitude();

        private:
            bool f_value;
            int64_t m_value;

        public:
            int64_t value();

        private:
            uint8_t m_b0;
            uint8_t m_b1;
            bool n_b1;

        public:
            bool _is_null_b1() { b1(); return n_b1; };

        private:
            uint8_t m_b2;
            bool n_b2;

        public:
            bool _is_null_b2() { b2(); return n_b2; };

        private:
            uint8_t m_b3;
            bool n_b3;

        public:
            bool _is_null_b3() { b3(); return n_b3; };

        private:
            uint8_t m_b4;
            bool n_b4;

        public:
            bool _is_null_b4() { b4(); return n_b4; };

        private:
            uint8_t m_b5;
            bool n_b5;

        public:
            bool _is_null_b5() { b5(); return n_b5; };

        private:
            uint8_t m_b6;
            bool n_b6;

        public:
            bool _is_null_b6() { b6(); return n_b6; };

        private:
            uint8_t m_b7;
            bool n_b7;

        public:
            bool _is_null_b7() { b7(); return n_b7; };

        private:
            uint8_t m_b8;
            bool n_b8;

        public:
            bool _is_null_b8() { b8(); return n_b8; };

        private:
            hudi_delete_kryo_t* m__root;
            hudi_delete_kryo_t::ordering_t* m__parent;

        public:
            uint8_t b0() const { return m_b0; }
            uint8_t b1() const { return m_b1; }
            uint8_t b2() const { return m_b2; }
            uint8_t b3() const { return m_b3; }
            uint8_t b4() const { return m_b4; }
            uint8_t b5() const { return m_b5; }
            uint8_t b6() const { return m_b6; }
            uint8_t b7() const { return m_b7; }
            uint8_t b8() const { return m_b8; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            hudi_delete_kryo_t::ordering_t* _parent() const { return m__parent; }
        };

        /**
         * At most 5 bytes.
         */

        class varint_u4_t : public kaitai::kstruct {

        public:

            varint_u4_t(kaitai::kstream* p__io, kaitai::kstruct* p__parent = nullptr, hudi_delete_kryo_t* p__root = nullptr);

        private:
            void _read();
            void _clean_up();

        public:
            ~varint_u4_t();

        private:
            bool f_has1;
            bool m_has1;

        public:
            bool has1();

        private:
            bool f_has2;
            bool m_has2;

        public:
            bool has2();

        private:
            bool f_has3;
            bool m_has3;

        public:
            bool has3();

        private:
            bool f_has4;
            bool m_has4;

        public:
            bool has4();

        private:
            bool f_value;
            int64_t m_value;

        public:
            int64_t value();

        private:
            uint8_t m_b0;
            uint8_t m_b1;
            bool n_b1;

        public:
            bool _is_null_b1() { b1(); return n_b1; };

        private:
            uint8_t m_b2;
            bool n_b2;

        public:
            bool _is_null_b2() { b2(); return n_b2; };

        private:
            uint8_t m_b3;
            bool n_b3;

        public:
            bool _is_null_b3() { b3(); return n_b3; };

        private:
            uint8_t m_b4;
            bool n_b4;

        public:
            bool _is_null_b4() { b4(); return n_b4; };

        private:
            hudi_delete_kryo_t* m__root;
            kaitai::kstruct* m__parent;

        public:
            uint8_t b0() const { return m_b0; }
            uint8_t b1() const { return m_b1; }
            uint8_t b2() const { return m_b2; }
            uint8_t b3() const { return m_b3; }
            uint8_t b4() const { return m_b4; }
            hudi_delete_kryo_t* _root() const { return m__root; }
            kaitai::kstruct* _parent() const { return m__parent; }
        };

    private:
        std::string m_array_class;
        std::string m_name_keys;
        bool n_name_keys;

    public:
        bool _is_null_name_keys() { name_keys(); return n_name_keys; };

    private:
        std::string m_name_records;
        bool n_name_records;

    public:
        bool _is_null_name_records() { name_records(); return n_name_records; };

    private:
        std::string m_array_marker;
        std::unique_ptr<varint_u4_t> m_array_size;
        std::string m_check_array_size;
        std::unique_ptr<std::vector<std::unique_ptr<key_element_t>>> m_keys;
        bool n_keys;

    public:
        bool _is_null_keys() { keys(); return n_keys; };

    private:
        std::unique_ptr<std::vector<std::unique_ptr<record_element_t>>> m_records;
        bool n_records;

    public:
        bool _is_null_records() { records(); return n_records; };

    private:
        std::string m_check_end;
        int32_t m_version;
        hudi_delete_kryo_t* m__root;
        kaitai::kstruct* m__parent;

    public:

        /**
         * Class by name, id 0.
         */
        std::string array_class() const { return m_array_class; }

        /**
         * The last character, a semicolon, has bit 7 set.
         */
        std::string name_keys() const { return m_name_keys; }
        std::string name_records() const { return m_name_records; }

        /**
         * New object, id 0.
         */
        std::string array_marker() const { return m_array_marker; }

        /**
         * Number of elements plus 1.
         */
        varint_u4_t* array_size() const { return m_array_size.get(); }

        /**
         * Reads nothing. An element has at least 3 bytes.
         */
        std::string check_array_size() const { return m_check_array_size; }
        std::vector<std::unique_ptr<key_element_t>>* keys() const { return m_keys.get(); }
        std::vector<std::unique_ptr<record_element_t>>* records() const { return m_records.get(); }

        /**
         * Reads nothing. The value must fill the payload.
         */
        std::string check_end() const { return m_check_end; }

        /**
         * Log block version, 1 or 2.
         */
        int32_t version() const { return m_version; }
        hudi_delete_kryo_t* _root() const { return m__root; }
        kaitai::kstruct* _parent() const { return m__parent; }
    };
}
