/** The systems that the package has binaries for. */
export const mandatoryTargets = [
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64",
  "linux-x64",
  "linuxmusl-arm64",
  "linuxmusl-x64",
  "win32-arm64",
  "win32-x64",
];

/** RHEL 8 and Debian 10 have it. */
export const newestGlibc = "2.28";

/** The first one on Apple's own processors. */
export const oldestMacos = "11.0";

/**
 * The binaries of a target, and how many bytes each may have.
 *
 * @param {string} target
 * @returns {Record<string, number>}
 */
export function filesOf(target) {
  if (target.startsWith("darwin-")) return { "slashpass.node": 400_000 };
  if (target.startsWith("win32-")) return { "slashpass.node": 500_000, "redirect-opener.exe": 150_000 };
  return { "slashpass.node": 700_000, "redirect-opener": 300_000 };
}
