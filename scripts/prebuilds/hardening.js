/** The protections visible in a binary's headers. On macOS, every library has them. */
const protectionsOf = {
  linux: ["PIE", "NX", "RELRO", "BIND_NOW"],
  win32: ["HIGH_ENTROPY_VA", "DYNAMIC_BASE", "NX_COMPAT", "GUARD_CF"],
};

/**
 * Returns the compiler options required for all of a target's sources. native/cmake/hardening.cmake sets them.
 *
 * @param {string} target
 */
export function requiredOptions(target) {
  return [
    "-fstack-protector-strong",
    "-D_FORTIFY_SOURCE=3",
    "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_FAST",
    "-ftrivial-auto-var-init=zero",
    target.endsWith("-x64") ? "-fcf-protection=full" : "-mbranch-protection=standard",
    ...(target.startsWith("win32-") ? ["-mguard=cf"] : []),
  ];
}

/**
 * Returns the required options that every command in a compilation database contains.
 *
 * @param {string} target @param {{ command: string }[]} commands
 */
export function optionsIn(target, commands) {
  return requiredOptions(target).filter((option) =>
    commands.every(({ command }) => command.split(" ").includes(option)),
  );
}

/** @param {string} target @param {readonly string[]} options - common to all its compilations */
export function hardeningFaults(target, options = []) {
  const missing = requiredOptions(target).filter((option) => !options.includes(option));
  return missing.length === 0 ? [] : [`is compiled without ${missing.join(", ")}.`];
}

/** @param {string} target @param {readonly string[]} protections */
export function protectionFaults(target, protections) {
  const required = target.startsWith("win32-") ? protectionsOf.win32 : protectionsOf.linux;
  const missing = required.filter((name) => !protections.includes(name));
  return missing.length === 0 ? [] : [`lacks ${missing.join(", ")}.`];
}
