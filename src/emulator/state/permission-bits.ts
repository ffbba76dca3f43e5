import { readPermissions } from "../../commands/use/permission-bits.ts";
import type { Reader } from "../../core/check/readers.ts";
import * as wire from "../../wire/permission.ts";

/** Permission bits as a decimal string. */
const write = (...names: readonly wire.PermissionName[]): string =>
  names.reduce((bits, name) => bits | wire.Permission[name], 0n).toString();

/** Every permission. */
export const allPermissions: string = wire.allPermissions.toString();

/** What everybody may do in a guild that does not say. */
export const ordinaryPermissions: string = write(
  "CreateInstantInvite",
  "AddReactions",
  "ViewChannel",
  "SendMessages",
  "EmbedLinks",
  "AttachFiles",
  "ReadMessageHistory",
  "UseExternalEmojis",
  "Connect",
  "Speak",
  "UseVad",
  "ChangeNickname",
  "UseApplicationCommands",
  "CreatePublicThreads",
  "SendMessagesInThreads",
  "UseEmbeddedActivities",
);

/**
 * What an application may do outside of guilds: files, links and mentions; emoji of elsewhere only in its own direct
 * messages (Discord documentation, Interactions, "Interaction Object", `app_permissions`).
 */
export const directPermissions: Readonly<Record<"ofApplication" | "ofOthers", string>> = {
  ofApplication: write("EmbedLinks", "AttachFiles", "MentionEveryone", "UseExternalEmojis"),
  ofOthers: write("EmbedLinks", "AttachFiles", "MentionEveryone"),
};

/** What several roles allow together: an administrator may do everything (Discord documentation, Permissions). */
export function joinPermissions(permissions: readonly string[]): string {
  const bits = permissions.reduce((joined, one) => joined | BigInt(one), 0n);
  return (bits & wire.Permission.Administrator) === 0n ? bits.toString() : allPermissions;
}

/** Whether permission bits, as a decimal string, have all of the wanted ones. */
export function holds(permissions: string, wanted: bigint): boolean {
  return (BigInt(joinPermissions([permissions])) & wanted) === wanted;
}

/** Reads permission bits. */
export const permissionBits: Reader<string> = (value, name) => readPermissions(value, name).toString();
