#include "system/channel_place.h"

namespace slashpass {

Result<std::string> channel_place() { return std::string(); }

}  // namespace slashpass
