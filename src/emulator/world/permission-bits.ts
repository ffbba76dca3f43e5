import { type Reader, wrongArgument } from "../../input/reader.ts";

/** Permission bits as a decimal string. */
const write = (...positions: readonly number[]): string =>
  positions.reduce((bits, position) => bits | (1n << BigInt(position)), 0n).toString();

/** Every permission. */
export const allPermissions: string = ((1n << 51n) - 1n).toString();

/**
 * What everybody may do in a guild that does not say: invites, reactions, channels, messages with links, files and
 * everybody's emoji, history, voice, their own nickname, commands, threads, Activities.
 */
export const ordinaryPermissions: string = write(
  0,
  6,
  10,
  11,
  14,
  15,
  16,
  18,
  20,
  21,
  25,
  26,
  31,
  35,
  38,
  39,
);

/**
 * What an application may do outside of guilds: files, links and mentions; emoji of elsewhere only in its own direct
 * messages (Discord documentation, Interactions, "Interaction Object", `app_permissions`).
 */
export const directPermissions: Readonly<Record<"ofApplication" | "ofOthers", string>> = {
  ofApplication: write(14, 15, 17, 18),
  ofOthers: write(14, 15, 17),
};

const administrator = 1n << 3n;

/** What several roles allow together: an administrator may do everything (Discord documentation, Permissions). */
export function joinPermissions(permissions: readonly string[]): string {
  const bits = permissions.reduce((joined, one) => joined | BigInt(one), 0n);
  return (bits & administrator) === 0n ? bits.toString() : allPermissions;
}

/** Reads permission bits. */
export const permissionBits: Reader<string> = (value, name) => {
  if (typeof value === "string" && /^\d{1,20}$/.test(value)) return BigInt(value).toString();
  throw wrongArgument(name, value, "permission bits as a decimal string");
};

/** Whether a member has all of them. */
export function hasPermissions(own: string, wanted: string): boolean {
  return (BigInt(own) & BigInt(wanted)) === BigInt(wanted);
}
