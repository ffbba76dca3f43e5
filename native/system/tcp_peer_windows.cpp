#include "system/tcp_peer_windows.h"

// Must come before windows.h, which would otherwise include winsock.h.
#include <winsock2.h>

#include <ws2tcpip.h>

#include <windows.h>

#include <iphlpapi.h>
#include <winternl.h>

#include <cstring>
#include <vector>

#include "system/user_windows.h"

namespace slashpass {
namespace {

// Aligned for any table.
using Buffer = std::vector<std::uint64_t>;

ULONG size_of(const Buffer& buffer) { return static_cast<ULONG>(buffer.size() * sizeof(Buffer::value_type)); }

// Calls a system function that reports the required buffer size. Retries, because the data may grow between calls.
// Empty on failure.
template <class Query>
Buffer grown_for(Query query, long done, long too_small) {
  Buffer buffer(1024);
  for (int attempt = 0; attempt < 8; ++attempt) {
    ULONG size = size_of(buffer);
    const long status = query(buffer.data(), size);
    if (status == done) return buffer;
    if (status != too_small) break;
    buffer.resize(size / sizeof(Buffer::value_type) + 1024);
  }
  return {};
}

struct ParsedEnd {
  int family = AF_INET;
  unsigned char address[16] = {};
  // In network byte order.
  DWORD port = 0;
};

std::optional<ParsedEnd> parse(const TcpEnd& end) {
  ParsedEnd parsed;
  parsed.port = htons(end.port);
  const auto address = address_without_zone(end);
  parsed.family = address.find(':') == std::string::npos ? AF_INET : AF_INET6;
  if (inet_pton(parsed.family, address.c_str(), parsed.address) != 1) return std::nullopt;
  return parsed;
}

bool is_at(const ParsedEnd& end, DWORD address, DWORD port) {
  return std::memcmp(end.address, &address, sizeof(address)) == 0 && end.port == (port & 0xFFFF);
}

bool is_at(const ParsedEnd& end, const UCHAR (&address)[16], DWORD port) {
  return std::memcmp(end.address, address, sizeof(address)) == 0 && end.port == (port & 0xFFFF);
}

// Whether the row describes the peer's side of the connection, where local and remote are swapped.
bool is_row_of(const MIB_TCPROW_OWNER_PID& row, const ParsedEnd& peer, const ParsedEnd& own) {
  return is_at(peer, row.dwLocalAddr, row.dwLocalPort) && is_at(own, row.dwRemoteAddr, row.dwRemotePort);
}

bool is_row_of(const MIB_TCP6ROW_OWNER_PID& row, const ParsedEnd& peer, const ParsedEnd& own) {
  return is_at(peer, row.ucLocalAddr, row.dwLocalPort) && is_at(own, row.ucRemoteAddr, row.dwRemotePort);
}

// Returns 0 if the connection does not exist or the peer has closed it.
template <class Table>
DWORD process_in_table(const ParsedEnd& peer, const ParsedEnd& own) {
  const auto query = [&](void* buffer, ULONG& size) {
    return static_cast<long>(
        GetExtendedTcpTable(buffer, &size, FALSE, static_cast<ULONG>(peer.family), TCP_TABLE_OWNER_PID_CONNECTIONS, 0));
  };
  const Buffer buffer = grown_for(query, NO_ERROR, ERROR_INSUFFICIENT_BUFFER);
  if (buffer.empty()) return 0;
  const auto* table = reinterpret_cast<const Table*>(buffer.data());
  for (DWORD index = 0; index < table->dwNumEntries; ++index) {
    if (is_row_of(table->table[index], peer, own)) return table->table[index].dwOwningPid;
  }
  return 0;
}

// Any user can read any process's session, but not its owner. Session 0 belongs to system services.
DWORD session_of(DWORD process) {
  constexpr long too_small = static_cast<long>(0xC0000004);
  const auto query = [](void* buffer, ULONG& size) {
    return static_cast<long>(NtQuerySystemInformation(SystemProcessInformation, buffer, size, &size));
  };
  const Buffer buffer = grown_for(query, 0, too_small);
  const auto* next = reinterpret_cast<const unsigned char*>(buffer.data());
  while (!buffer.empty()) {
    const auto* about = reinterpret_cast<const SYSTEM_PROCESS_INFORMATION*>(next);
    if (reinterpret_cast<std::uintptr_t>(about->UniqueProcessId) == process) return about->SessionId;
    if (about->NextEntryOffset == 0) break;
    next += about->NextEntryOffset;
  }
  return 0;
}

// Whether the process belongs to another logged-on user. This user's processes can be opened in any session.
bool is_of_another_logon(DWORD process) {
  const auto session = session_of(process);
  return session != 0 && session != session_of(GetCurrentProcessId());
}

}  // namespace

std::optional<bool> is_own_tcp_peer(const TcpEnd& peer, const TcpEnd& own) {
  constexpr const wchar_t* system = L"S-1-5-18";
  const auto remote = parse(peer);
  const auto local = parse(own);
  if (!remote || !local || remote->family != local->family) return std::nullopt;
  const DWORD process = remote->family == AF_INET ? process_in_table<MIB_TCPTABLE_OWNER_PID>(*remote, *local)
                                                  : process_in_table<MIB_TCP6TABLE_OWNER_PID>(*remote, *local);
  if (process == 0) return std::nullopt;
  const auto user = user_of_process(process);
  if (user.empty()) return is_of_another_logon(process) ? std::optional(false) : std::nullopt;
  if (user == system && user != current_user()) return std::nullopt;
  return user == current_user();
}

}  // namespace slashpass
