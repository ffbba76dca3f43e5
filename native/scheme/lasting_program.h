#pragma once

#include <string>

namespace slashpass {

// By the file of its program a registration of a game that is gone is told from one of a game that is there.

/// The file that stays as long as the running game is installed: `script`, if an interpreter runs one, else the
/// program. Empty where no file tells that.
std::string lasting_program(const std::string& script);

/// Whether the file is gone for certain: what cannot be looked at is not.
bool is_gone(const std::string& program);

}  // namespace slashpass
