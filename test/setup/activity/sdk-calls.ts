import type { DiscordSDK, Events } from "@discord/embedded-app-sdk";
import type { Scene } from "./scene.ts";

type FromScene = (scene: Scene) => unknown;

const channel = ({ joined }: Scene) => ({ channel_id: joined.instance.location.channel_id });
const quest = ({ emulator }: Scene) => ({ quest_id: emulator.application.quest?.id });
const sku = ({ emulator }: Scene) => emulator.application.skus[0]?.id ?? "";

/** How to cause every event in `@discord/embedded-app-sdk` 2.5.0 that requires a subscription. `READY` is sent without one. */
export const sdkEvents: Readonly<
  Record<Exclude<`${Events}`, "READY">, { readonly args?: FromScene; readonly cause: FromScene }>
> = {
  VOICE_STATE_UPDATE: { args: channel, cause: ({ joined }) => (joined.controls.isMuted = true) },
  SPEAKING_START: { args: channel, cause: ({ joined }) => (joined.controls.isSpeaking = true) },
  SPEAKING_STOP: { args: channel, cause: ({ joined }) => (joined.controls.isSpeaking = false) },
  ACTIVITY_LAYOUT_MODE_UPDATE: { cause: ({ joined }) => (joined.controls.layoutMode = "pip") },
  ORIENTATION_UPDATE: { cause: ({ joined }) => (joined.controls.orientation = "portrait") },
  CURRENT_USER_UPDATE: { cause: ({ player }) => player.rename("ada.lovelace") },
  CURRENT_GUILD_MEMBER_UPDATE: {
    args: ({ joined }) => ({ guild_id: joined.instance.location.guild_id }),
    cause: ({ emulator }) => emulator.guilds[0]?.editMember("Ada", { nick: "Admiral Ada" }),
  },
  ENTITLEMENT_CREATE: { cause: (scene) => scene.emulator.shop.buy({ player: "Ada", sku: sku(scene) }) },
  THERMAL_STATE_UPDATE: { cause: ({ joined }) => (joined.controls.thermalState = "serious") },
  ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE: {
    cause: ({ emulator, joined }) =>
      emulator.player("Linus", { guild: "The reef", channel: "Lounge" }).join(joined),
  },
  RELATIONSHIP_UPDATE: { cause: ({ emulator }) => emulator.addPlayer({ name: "Barbara", friends: ["Ada"] }) },
  // Sent when the player joins by invitation.
  ACTIVITY_JOIN: { cause: () => undefined },
  QUEST_ENROLLMENT_STATUS_UPDATE: { cause: ({ emulator }) => emulator.application.quest?.enroll("Ada") },
};

interface CommandCall {
  readonly args?: FromScene;
  /** The expected prompt and the player's choice. */
  readonly prompt?: { readonly kind: string; readonly choice?: string };
}

/** Every command in `@discord/embedded-app-sdk` 2.5.0. */
export const sdkCommands: Readonly<Record<keyof DiscordSDK["commands"], CommandCall>> = {
  authorize: {
    args: ({ emulator: { application }, scope }) => {
      return { client_id: application.id, response_type: "code", prompt: "none", state: "reef", scope };
    },
  },
  authenticate: { args: ({ token }) => ({ access_token: token }) },
  captureLog: { args: () => ({ level: "log", message: "Hello" }) },
  encourageHardwareAcceleration: {},
  getChannel: { args: channel },
  getChannelPermissions: {},
  getEntitlements: {},
  getPlatformBehaviors: {},
  getSkus: {},
  openExternalLink: {
    args: () => ({ url: "https://example.com/rules" }),
    prompt: { kind: "external-link" },
  },
  openInviteDialog: { prompt: { kind: "invite", choice: "Grace" } },
  setActivity: { args: () => ({ activity: { type: 0, details: "Diving", state: "At the reef" } }) },
  setConfig: { args: () => ({ use_interactive_pip: true }) },
  setOrientationLockState: {
    args: () => ({ lock_state: 3, picture_in_picture_lock_state: 1, grid_lock_state: 1 }),
  },
  startPurchase: { args: (scene) => ({ sku_id: sku(scene) }), prompt: { kind: "purchase" } },
  userSettingsGetLocale: {},
  getInstanceConnectedParticipants: {},
  getActivityInstanceConnectedParticipants: {},
  getQuest: {},
  getQuestEnrollmentStatus: { args: quest },
  getRelationships: {},
  getUser: { args: ({ player }) => ({ id: player.player.id }) },
  initiateImageUpload: { prompt: { kind: "image" } },
  inviteUserEmbedded: {
    args: ({ emulator }) => ({ user_id: emulator.players[1]?.id, content: "Come along" }),
  },
  openShareMomentDialog: {
    args: () => ({ mediaUrl: "https://cdn.discordapp.com/attachments/1/2/reef.png" }),
    prompt: { kind: "share-moment" },
  },
  questStartTimer: { args: quest },
  requestProxyTicketRefresh: {},
  shareInteraction: {
    args: () => ({ command: "launch", content: "Who dives deeper?" }),
    prompt: { kind: "share-interaction" },
  },
  shareLink: {
    args: () => ({ message: "Dive with me", custom_id: "reef-7" }),
    prompt: { kind: "share-link", choice: "Grace" },
  },
};

/** Formats the SDK's data, omitting values that vary between runs. */
export function formatSdkData(value: unknown): string {
  return JSON.stringify(value, hideVarying);
}

function hideVarying(key: string, value: unknown): unknown {
  if (key === "created_at") return "<time>";
  if (typeof value !== "string") return value;
  if (/^(?:code|access_token|ticket)$/.test(key)) return "<credential>";
  return value
    .replaceAll(/\d{17,20}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "<time>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "<emulator>");
}
