#include "log/log_file.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "testing/temporary_directory.h"

#ifdef __linux__
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

using slashpass::LogFile;
using slashpass::LogQueue;
using slashpass::OpenFile;
using slashpass::Severity;
using slashpass::TemporaryDirectory;

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string texts(LogQueue& queue) {
  std::string all;
  for (const auto& line : in_order(queue.take())) all += line.text;
  return all;
}

}  // namespace

TEST_CASE("drops the oldest verbose lines first if the queue is full, and counts them") {
  LogQueue queue(4);
  queue.push(Severity::verbose, "a");
  queue.push(Severity::error, "b");
  queue.push(Severity::verbose, "c");
  queue.push(Severity::info, "d");
  queue.push(Severity::verbose, "e");
  CHECK(queue.size() == 4);
  queue.push(Severity::warning, "f");
  queue.push(Severity::warning, "g");
  CHECK(queue.take_dropped() == 3);
  CHECK(queue.take_dropped() == 0);
  CHECK(texts(queue) == "bdfg");
  CHECK(queue.empty());
}

TEST_CASE("drops a line that is less severe than all queued lines") {
  LogQueue queue(2);
  queue.push(Severity::error, "a");
  queue.push(Severity::error, "b");
  queue.push(Severity::verbose, "c");
  CHECK(queue.take_dropped() == 1);
  CHECK(texts(queue) == "ab");
}

TEST_CASE("reuses returned lines") {
  LogQueue queue(4);
  const std::string longer(5000, 'x');
  for (const std::string& text : {std::string("a"), longer, std::string("c")}) queue.push(Severity::info, text);
  auto lines = in_order(queue.take());
  trim(lines);
  queue.give_back(std::move(lines));
  CHECK(queue.empty());
  queue.push(Severity::error, "d");
  queue.push(Severity::verbose, "");
  queue.push(Severity::info, "e");
  queue.push(Severity::info, longer);
  CHECK(texts(queue) == "de" + longer);
}

TEST_CASE("writes every message as one line, in order, before the file closes") {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "discord.log";
  std::ofstream(path) << "from before";
  const auto opened = LogFile::open(path);
  REQUIRE(opened.ok());
  const auto& file = opened.value();
  file->write(Severity::verbose, "[a] one\ntwo\r\x1b[31m\xC2\x9B\xC2\xA0\xC3\x9B\xC2");
  for (int index = 0; index < 1000; ++index) file->write(Severity::error, std::to_string(index));
  file->close();
  file->write(Severity::info, "too late");
  file->close();
  const std::string content = read(path);
  CHECK(content.substr(10, 1) == "T");
  CHECK(content.substr(24, content.find('\n') - 24) == " verbose [a] one\\ntwo\\r\\x1b[31m\\x9b\xC2\xA0\xC3\x9B\xC2");
  CHECK(content.find(" error 998\n") < content.find(" error 999\n"));
  CHECK(content.ends_with(" error 999\n"));
  CHECK_FALSE(file->take_problem());
}

TEST_CASE("logs the number of dropped lines and writes all other lines") {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "discord.log";
  const auto opened = LogFile::open(path, 4);
  REQUIRE(opened.ok());
  const auto& file = opened.value();
  for (int index = 0; index < 1000; ++index) file->write(Severity::verbose, "line");
  file->close();
  std::istringstream content(read(path));
  int lines = 0;
  for (std::string line; std::getline(content, line);) {
    const auto text = line.substr(25);
    if (text == "verbose line")
      ++lines;
    else if (text.starts_with("warning [log] ") && text.find(" lines were dropped") != std::string::npos)
      lines += std::stoi(text.substr(14));
  }
  CHECK(lines == 1000);
}

TEST_CASE("writes every line on flush and accepts more lines afterwards") {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "discord.log";
  const auto opened = LogFile::open(path);
  REQUIRE(opened.ok());
  const auto& file = opened.value();
  file->flush(std::chrono::minutes(1));
  file->write(Severity::info, "one");
  file->flush(std::chrono::minutes(1));
  CHECK(read(path).ends_with(" info one\n"));
  file->write(Severity::info, "two");
  file->close();
  file->flush(std::chrono::minutes(1));
  CHECK(read(path).ends_with(" info two\n"));
}

TEST_CASE("allows its folder to be removed once the file is closed") {
  const TemporaryDirectory directory;
  const auto folder = directory.path() / "logs";
  std::filesystem::create_directory(folder);
  const auto opened = LogFile::open(folder / "discord.log");
  REQUIRE(opened.ok());
  opened.value()->write(Severity::info, "one");
  opened.value()->close();
  std::error_code failed;
  std::filesystem::remove_all(folder, failed);
  CHECK(!failed);
  CHECK(!std::filesystem::exists(folder));
}

TEST_CASE("fails to open a file in a missing folder") {
  CHECK(LogFile::open("/nowhere/at/all/discord.log").error().code == "missing");
}

#ifndef _WIN32  // Windows cannot remove an open file's directory.
TEST_CASE("reports a removed folder only once") {
  const TemporaryDirectory directory;
  const auto folder = directory.path() / "logs";
  std::filesystem::create_directory(folder);
  const auto opened = LogFile::open(folder / "discord.log");
  REQUIRE(opened.ok());
  const auto& file = opened.value();
  std::filesystem::remove_all(folder);
  file->write(Severity::info, "lost");
  file->close();
  CHECK(file->take_problem());
  CHECK_FALSE(file->take_problem());
}
#endif

#ifdef __linux__
TEST_CASE("immediately rejects a pipe and a device, leaving them unchanged") {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0644) == 0);
  CHECK(LogFile::open(path).error().code == "not_a_file");
  CHECK(LogFile::open("/dev/full").error().code == "not_a_file");
  CHECK(std::filesystem::is_fifo(path));
}

// Writes to a pipe or device, which `open` would reject.
std::unique_ptr<LogFile> writing_to(const std::filesystem::path& path) {
  return std::make_unique<LogFile>(path, OpenFile(std::fopen(path.c_str(), "w"), std::fclose),
                                   LogFile::default_capacity);
}

TEST_CASE("closes the descriptor when the log file is closed") {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  const auto file = writing_to(path);
  file->close();
  char byte = 0;
  CHECK(::read(reader, &byte, 1) == 0);  // The write end is closed.
  ::close(reader);
}

TEST_CASE("stops waiting for a blocked disk after the flush timeout") {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const int reader = ::open(path.c_str(), O_RDWR);
  REQUIRE(reader >= 0);
  const auto file = writing_to(path);
  file->write(Severity::info, std::string(1 << 20, 'x'));
  file->flush(std::chrono::milliseconds(20));
  std::string content(1 << 16, '\0');
  for (char last = 0; last != '\n';) {
    const auto size = ::read(reader, content.data(), content.size());
    REQUIRE(size > 0);
    last = content[static_cast<std::size_t>(size) - 1];
  }
  file->close();
  ::close(reader);
}

TEST_CASE("reports a full disk only once") {
  const auto file = writing_to("/dev/full");
  file->write(Severity::info, "lost");
  file->close();
  CHECK(file->take_problem());
  CHECK_FALSE(file->take_problem());
}
#endif
