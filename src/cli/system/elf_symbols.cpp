// SPDX-License-Identifier: Apache-2.0
#include "cli/system/elf_symbols.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nuthatch::cli {

namespace fs = std::filesystem;

namespace {

/// The bytes of a file while the object lives. None if it cannot be read.
class file_bytes {
 public:
  explicit file_bytes(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat what{};
    if (descriptor >= 0 && ::fstat(descriptor, &what) == 0 && S_ISREG(what.st_mode) &&
        what.st_size > 0) {
      const auto size = static_cast<std::size_t>(what.st_size);
      void* const at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (at != MAP_FAILED) {
        bytes_ = {static_cast<const char*>(at), size};
      }
    }
    if (descriptor >= 0) {
      ::close(descriptor);
    }
  }

  file_bytes(const file_bytes&) = delete;
  file_bytes& operator=(const file_bytes&) = delete;

  ~file_bytes() {
    if (!bytes_.empty()) {
      ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
    }
  }

  [[nodiscard]] std::string_view all() const { return bytes_; }

  /// The part of `size` bytes at `begin`; empty if the file ends before.
  [[nodiscard]] std::string_view part(std::uint64_t begin, std::uint64_t size) const {
    return begin <= bytes_.size() && size <= bytes_.size() - begin ? bytes_.substr(begin, size)
                                                                   : std::string_view();
  }

  template <class Record>
  [[nodiscard]] std::optional<Record> record(std::uint64_t begin) const {
    const std::string_view found = part(begin, sizeof(Record));
    if (found.empty()) {
      return std::nullopt;
    }
    Record read{};
    std::memcpy(&read, found.data(), sizeof(read));
    return read;
  }

 private:
  std::string_view bytes_;
};

/// The zero-terminated text at `begin`; empty if there is none.
std::string_view text_at(std::string_view texts, std::size_t begin) {
  if (begin >= texts.size()) {
    return {};
  }
  const std::size_t end = texts.find('\0', begin);
  return end == std::string_view::npos ? std::string_view() : texts.substr(begin, end - begin);
}

void read_table(const file_bytes& file,
                const Elf64_Shdr& table,
                std::string_view names,
                elf_symbols& found) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
    const auto symbol = file.record<Elf64_Sym>(table.sh_offset + at);
    if (!symbol) {
      return;
    }
    const std::string_view name = text_at(names, symbol->st_name);
    const unsigned kind = ELF64_ST_TYPE(symbol->st_info);
    if (name.empty() || (kind != STT_FUNC && kind != STT_NOTYPE && kind != STT_GNU_IFUNC)) {
      continue;
    }
    const bool is_defined = symbol->st_shndx != SHN_UNDEF;
    if (table.sh_type == SHT_DYNSYM) {
      (is_defined ? found.provided : found.wanted).emplace(name);
    } else if (is_defined) {
      found.own.emplace(name);
    }
  }
}

}  // namespace

elf_symbols read_symbols(const fs::path& file) {
  const file_bytes bytes(file);
  elf_symbols found;
  const auto head = bytes.record<Elf64_Ehdr>(0);
  if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != ELFCLASS64) {
    return found;
  }
  const auto section = [&](std::uint64_t number) {
    return bytes.record<Elf64_Shdr>(head->e_shoff + number * sizeof(Elf64_Shdr));
  };
  for (std::uint64_t i = 0; i < head->e_shnum; ++i) {
    const auto table = section(i);
    if (!table || (table->sh_type != SHT_DYNSYM && table->sh_type != SHT_SYMTAB)) {
      continue;
    }
    if (const auto names = section(table->sh_link); names && table->sh_link < head->e_shnum) {
      read_table(bytes, *table, bytes.part(names->sh_offset, names->sh_size), found);
    }
  }
  return found;
}

bool has_text(const fs::path& file, const std::string& text) {
  const file_bytes bytes(file);
  const std::string whole = text + '\0';
  const std::string_view all = bytes.all();
  return std::search(all.begin(),
                     all.end(),
                     std::boyer_moore_horspool_searcher(whole.begin(), whole.end())) != all.end();
}

}  // namespace nuthatch::cli
