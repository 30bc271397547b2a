#include <fstream>
#include <iostream>
#include <iterator>

#include "hudi_parsers/parsers.cpp"

int main(int, char** arguments) {
    std::ifstream input(arguments[1], std::ios::binary);
    kaitai::kstream stream(std::string(std::istreambuf_iterator<char>(input), {}));
    hudi_parsers::hudi_log_file_t file(&stream);
    std::cout << file.blocks()->size() << " " << file.blocks()->at(0)->len_block() << "\n";
}
