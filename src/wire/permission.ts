/** Discord documentation, Permissions, "Bitwise Permission Flags". Bit 47 is not assigned. */
const position = {
  CreateInstantInvite: 0,
  KickMembers: 1,
  BanMembers: 2,
  Administrator: 3,
  ManageChannels: 4,
  ManageGuild: 5,
  AddReactions: 6,
  ViewAuditLog: 7,
  PrioritySpeaker: 8,
  Stream: 9,
  ViewChannel: 10,
  SendMessages: 11,
  SendTtsMessages: 12,
  ManageMessages: 13,
  EmbedLinks: 14,
  AttachFiles: 15,
  ReadMessageHistory: 16,
  MentionEveryone: 17,
  UseExternalEmojis: 18,
  ViewGuildInsights: 19,
  Connect: 20,
  Speak: 21,
  MuteMembers: 22,
  DeafenMembers: 23,
  MoveMembers: 24,
  UseVad: 25,
  ChangeNickname: 26,
  ManageNicknames: 27,
  ManageRoles: 28,
  ManageWebhooks: 29,
  ManageGuildExpressions: 30,
  UseApplicationCommands: 31,
  RequestToSpeak: 32,
  ManageEvents: 33,
  ManageThreads: 34,
  CreatePublicThreads: 35,
  CreatePrivateThreads: 36,
  UseExternalStickers: 37,
  SendMessagesInThreads: 38,
  UseEmbeddedActivities: 39,
  ModerateMembers: 40,
  ViewCreatorMonetizationAnalytics: 41,
  UseSoundboard: 42,
  CreateGuildExpressions: 43,
  CreateEvents: 44,
  UseExternalSounds: 45,
  SendVoiceMessages: 46,
  SetVoiceChannelStatus: 48,
  SendPolls: 49,
  UseExternalApps: 50,
  PinMessages: 51,
  BypassSlowmode: 52,
} as const;

/** The name of a permission. The service writes `MANAGE_GUILD` for `ManageGuild`. @stable */
export type PermissionName = keyof typeof position;

/** Each permission's bit, for example `1n << 5n` for `ManageGuild`. @stable */
export const Permission: Readonly<Record<PermissionName, bigint>> = Object.fromEntries(
  Object.entries(position).map(([name, at]) => [name, 1n << BigInt(at)]),
) as Record<PermissionName, bigint>;

export const allPermissionBits: bigint = Object.values(Permission).reduce((bits, bit) => bits | bit, 0n);

/** Permissions have 64 bits. */
export const maxPermissions: bigint = 2n ** 64n - 1n;

/** Parses a decimal string of up to 64 bits. Returns `undefined` for any other value. */
export function bitsOf(text: unknown): bigint | undefined {
  if (typeof text !== "string" || !/^[0-9]{1,20}$/.test(text)) return undefined;
  const bits = BigInt(text);
  return bits <= maxPermissions ? bits : undefined;
}
