import type { PermissionOverwrite } from "../../wire/command-permission.ts";

/** What decides whether a command can be used. */
export type UseRule =
  /** The command belongs to another guild. */
  | "guild"
  /** `contexts`, or `dm_permission` in its place. */
  | "context"
  /** `nsfw`, in a channel without an age restriction. */
  | "age-restricted"
  | "administrator"
  /** USE_APPLICATION_COMMANDS; for user commands also the permission to send text messages in the channel. */
  | "member-permissions"
  /** An overwrite of the command: `overwrite` says which. */
  | "command-overwrite"
  /** An overwrite of the application, for all commands without one of their own: `overwrite` says which. */
  | "application-overwrite"
  /** `default_member_permissions`, or `default_permission` in its place. */
  | "default-member-permissions"
  /** Nothing restricts it. */
  | "unrestricted";

/** Whether a player can use a command, and why. */
export interface UseVerdict {
  readonly allowed: boolean;
  /** Which rule decided. */
  readonly rule: UseRule;
  /** The same as a sentence. */
  readonly reason: string;
  /** The overwrite that decided, where one did. */
  readonly overwrite?: PermissionOverwrite;
}

export function allows(rule: UseRule, reason: string): UseVerdict {
  return { allowed: true, rule, reason };
}

export function denies(rule: UseRule, reason: string): UseVerdict {
  return { allowed: false, rule, reason };
}
