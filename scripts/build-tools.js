import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** @typedef {(name: string) => boolean} IsThere */

/** The commands that install all build tools, by operating system. */
const installLines = {
  "Debian, Ubuntu": "sudo apt-get install cmake g++ make",
  Fedora: "sudo dnf install cmake gcc-c++ make",
  macOS: "xcode-select --install; brew install cmake",
  Windows:
    'winget install Kitware.CMake; winget install Microsoft.VisualStudio.2022.BuildTools --override "--passive --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"',
};

/**
 * Returns the build tools missing from this machine. cmake-js would report only one at a time, and cmake last.
 *
 * @param {NodeJS.Platform} platform
 * @param {IsThere} isOnPath
 * @param {() => boolean} hasToolset - called on Windows and macOS, whose compilers may not be on the path.
 */
export function missingBuildTools(
  platform = process.platform,
  isOnPath = findOnPath,
  hasToolset = askSystem,
) {
  /** @param {...string} names */
  const hasOne = (...names) => names.some((name) => isOnPath(name));
  const hasCompiler = platform === "win32" || platform === "darwin" ? hasToolset() : hasOne("g++", "clang++");
  const missing = [];
  if (!hasOne("cmake", "cmake.exe")) missing.push("cmake");
  if (!hasCompiler) missing.push("a C++ compiler");
  if (platform !== "win32" && !hasOne("ninja", "make")) missing.push("make");
  return missing;
}

/** @param {readonly string[]} missing */
export function installAdvice(missing) {
  const width = Math.max(...Object.keys(installLines).map((system) => system.length));
  const lines = Object.entries(installLines).map(([system, line]) => `  ${system.padEnd(width)}  ${line}`);
  const list = new Intl.ListFormat("en").format(missing);
  return [`The build requires ${list}, which this machine does not have. To install:`, "", ...lines, ""].join(
    "\n",
  );
}

/** @type {IsThere} */
function findOnPath(name) {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function askSystem() {
  if (process.platform === "darwin") return spawnSync("xcode-select", ["-p"]).status === 0;
  const vswhere = join(
    process.env["ProgramFiles(x86)"] ?? "",
    "Microsoft Visual Studio/Installer/vswhere.exe",
  );
  const tools = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64";
  const query = ["-products", "*", "-requires", tools, "-property", "installationPath"];
  return spawnSync(vswhere, query, { encoding: "utf8" }).stdout?.trim().length > 0;
}
