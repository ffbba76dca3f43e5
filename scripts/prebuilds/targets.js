/** The targets for which binaries are published. */
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

/** The glibc version of RHEL 8 and Debian 10. */
export const newestGlibc = "2.28";

/** The first version that runs on Apple silicon. */
export const oldestMacos = "11.0";

/**
 * Returns a target's binaries and their maximum sizes in bytes.
 *
 * @param {string} target
 * @returns {Record<string, number>}
 */
export function filesOf(target) {
  const addons = { "slashpass.node": 700_000, "slashpass_social_sdk.node": 350_000 };
  if (target.startsWith("darwin-")) return { ...addons, "slashpass.node": 400_000 };
  if (target.startsWith("win32-"))
    return { ...addons, "slashpass.node": 500_000, "redirect-opener.exe": 150_000 };
  return { ...addons, "redirect-opener": 300_000 };
}
