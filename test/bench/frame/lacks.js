import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the programs that a benchmark needs but this machine lacks, or undefined.
 *
 * @param {readonly (readonly [program: string, debian: string])[]} programs
 * @returns {string | undefined}
 */
export function lacks(programs) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const absent = programs.filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))));
  if (absent.length === 0) return undefined;
  return absent.map(([program, debian]) => `${program} is not installed (Debian: ${debian})`).join(", ");
}

export const lacksRedis = lacks([["redis-check-rdb", "redis-tools"]]);

export const lacksKeyring = lacks([
  ["dbus-daemon", "dbus"],
  ["dbus-send", "dbus"],
  ["gnome-keyring-daemon", "gnome-keyring"],
]);
