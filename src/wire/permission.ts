/** Discord documentation, Permissions, "Bitwise Permission Flags". Bit 47 is not assigned. */
const permissionBits = {
  CreateInstantInvite: 0x1n,
  KickMembers: 0x2n,
  BanMembers: 0x4n,
  Administrator: 0x8n,
  ManageChannels: 0x10n,
  ManageGuild: 0x20n,
  AddReactions: 0x40n,
  ViewAuditLog: 0x80n,
  PrioritySpeaker: 0x100n,
  Stream: 0x200n,
  ViewChannel: 0x400n,
  SendMessages: 0x800n,
  SendTtsMessages: 0x1000n,
  ManageMessages: 0x2000n,
  EmbedLinks: 0x4000n,
  AttachFiles: 0x8000n,
  ReadMessageHistory: 0x10000n,
  MentionEveryone: 0x20000n,
  UseExternalEmojis: 0x40000n,
  ViewGuildInsights: 0x80000n,
  Connect: 0x100000n,
  Speak: 0x200000n,
  MuteMembers: 0x400000n,
  DeafenMembers: 0x800000n,
  MoveMembers: 0x1000000n,
  UseVad: 0x2000000n,
  ChangeNickname: 0x4000000n,
  ManageNicknames: 0x8000000n,
  ManageRoles: 0x10000000n,
  ManageWebhooks: 0x20000000n,
  ManageGuildExpressions: 0x40000000n,
  UseApplicationCommands: 0x80000000n,
  RequestToSpeak: 0x100000000n,
  ManageEvents: 0x200000000n,
  ManageThreads: 0x400000000n,
  CreatePublicThreads: 0x800000000n,
  CreatePrivateThreads: 0x1000000000n,
  UseExternalStickers: 0x2000000000n,
  SendMessagesInThreads: 0x4000000000n,
  UseEmbeddedActivities: 0x8000000000n,
  ModerateMembers: 0x10000000000n,
  ViewCreatorMonetizationAnalytics: 0x20000000000n,
  UseSoundboard: 0x40000000000n,
  CreateGuildExpressions: 0x80000000000n,
  CreateEvents: 0x100000000000n,
  UseExternalSounds: 0x200000000000n,
  SendVoiceMessages: 0x400000000000n,
  SetVoiceChannelStatus: 0x1000000000000n,
  SendPolls: 0x2000000000000n,
  UseExternalApps: 0x4000000000000n,
  PinMessages: 0x8000000000000n,
  BypassSlowmode: 0x10000000000000n,
} as const;

/** What a permission is called; the service writes `MANAGE_GUILD` for `ManageGuild`. */
export type PermissionName = keyof typeof permissionBits;

/** The bit of each permission: `1n << 5n` for `ManageGuild`. */
export const Permission: Readonly<Record<PermissionName, bigint>> = permissionBits;

/** The service keeps permissions in 64 bits. */
export const mostPermissions: bigint = 2n ** 64n - 1n;

/** The bits that the service writes as a decimal string; undefined for anything else. */
export function bitsOf(text: unknown): bigint | undefined {
  if (typeof text !== "string" || !/^[0-9]{1,20}$/.test(text)) return undefined;
  const bits = BigInt(text);
  return bits <= mostPermissions ? bits : undefined;
}

/** All permissions: the bits 0 to 52 without bit 47. */
export const allPermissions: bigint = (2n ** 53n - 1n) & ~(1n << 47n);
