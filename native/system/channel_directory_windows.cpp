#include "system/channel_directory.h"

namespace slashpass {

Result<std::string> channel_directory() { return std::string(); }

}  // namespace slashpass
