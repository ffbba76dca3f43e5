import type { DiscordSDK } from "@discord/embedded-app-sdk";
import { expect } from "vitest";
import type { Scene } from "./scene.ts";

interface CommandCall {
  readonly args?: (scene: Scene) => unknown;
  /** The expected prompt and the player's choice. */
  readonly prompt?: { readonly kind: string; readonly choice?: string };
  /** The SDK's response, as parsed by its own schema. */
  readonly answer: (scene: Scene) => unknown;
}

const anId = expect.stringMatching(/^\d{17,20}$/) as unknown;
const aText = expect.any(String) as unknown;
const has = (fields: object) => expect.objectContaining(fields) as unknown;

/** The participants after the events. */
const participants = ({ player }: Scene) => ({
  participants: [
    has({ username: "grace", bot: false }),
    has({ id: player.player.id, username: "ada.lovelace", nickname: "Admiral Ada" }),
    has({ username: "linus" }),
  ],
});
const questId = ({ emulator }: Scene) => emulator.application.quest?.id;

/** Every command in `@discord/embedded-app-sdk` 2.5.0. */
export const sdkCommands: Readonly<Record<keyof DiscordSDK["commands"], CommandCall>> = {
  authorize: {
    args: ({ emulator, scope }) => ({
      client_id: emulator.application.id,
      response_type: "code",
      prompt: "none",
      state: "reef",
      scope,
    }),
    answer: () => ({ code: aText }),
  },
  authenticate: {
    args: ({ token }) => ({ access_token: token }),
    answer: ({ emulator, token, scope }) => ({
      access_token: token,
      expires: aText,
      scopes: scope,
      user: has({ username: "ada.lovelace", global_name: "Ada" }),
      application: has({ id: emulator.application.id, name: "Reef" }),
    }),
  },
  captureLog: { args: () => ({ level: "log", message: "Hello" }), answer: () => null },
  encourageHardwareAcceleration: { answer: () => ({ enabled: true }) },
  getChannel: {
    args: ({ joined }) => ({ channel_id: joined.instance.location.channel_id }),
    answer: () =>
      has({
        name: "Lounge",
        type: 2,
        voice_states: ["grace", "ada.lovelace", "linus"].map((username) => has({ user: has({ username }) })),
      }),
  },
  getChannelPermissions: { answer: () => ({ permissions: expect.stringMatching(/^\d+$/) as unknown }) },
  getEntitlements: {
    answer: ({ emulator }) => ({ entitlements: [has({ sku_id: emulator.application.skus[0]?.id })] }),
  },
  getPlatformBehaviors: { answer: () => expect.any(Object) as unknown },
  getSkus: {
    answer: ({ emulator }) => ({
      skus: [
        has({
          name: "Pearl",
          application_id: emulator.application.id,
          price: { amount: 299, currency: "usd" },
        }),
      ],
    }),
  },
  openExternalLink: {
    args: () => ({ url: "https://example.com/rules" }),
    prompt: { kind: "external-link" },
    answer: () => ({ opened: true }),
  },
  openInviteDialog: { prompt: { kind: "invite", choice: "Grace" }, answer: () => null },
  setActivity: {
    args: () => ({ activity: { type: 0, details: "Diving", state: "At the reef" } }),
    answer: () => has({ type: 0, details: "Diving", state: "At the reef", name: "Reef" }),
  },
  setConfig: {
    args: () => ({ use_interactive_pip: true }),
    answer: () => ({ use_interactive_pip: true }),
  },
  setOrientationLockState: {
    args: () => ({ lock_state: 3, picture_in_picture_lock_state: 1, grid_lock_state: 1 }),
    answer: () => null,
  },
  startPurchase: {
    args: ({ emulator }) => ({ sku_id: emulator.application.skus[0]?.id }),
    prompt: { kind: "purchase" },
    answer: ({ emulator, player }) => [
      has({ id: anId, sku_id: emulator.application.skus[0]?.id, user_id: player.player.id }),
    ],
  },
  userSettingsGetLocale: { answer: () => ({ locale: "en-US" }) },
  getInstanceConnectedParticipants: { answer: participants },
  getActivityInstanceConnectedParticipants: { answer: participants },
  getQuest: { answer: (scene) => has({ quest_id: questId(scene) }) },
  getQuestEnrollmentStatus: {
    args: (scene) => ({ quest_id: questId(scene) }),
    answer: (scene) => has({ quest_id: questId(scene), is_enrolled: true }),
  },
  getRelationships: {
    answer: () => ({
      relationships: ["linus", "barbara"].map((username) => has({ type: 1, user: has({ username }) })),
    }),
  },
  getUser: {
    args: ({ player }) => ({ id: player.player.id }),
    answer: ({ player }) => has({ id: player.player.id, username: "ada.lovelace" }),
  },
  initiateImageUpload: {
    prompt: { kind: "image" },
    answer: ({ emulator }) => ({ image_url: expect.stringContaining(emulator.webBase) as unknown }),
  },
  inviteUserEmbedded: {
    args: ({ emulator }) => ({ user_id: emulator.players[1]?.id, content: "Come along" }),
    answer: () => null,
  },
  openShareMomentDialog: {
    args: () => ({ mediaUrl: "https://cdn.discordapp.com/attachments/1/2/reef.png" }),
    prompt: { kind: "share-moment" },
    answer: () => null,
  },
  questStartTimer: {
    args: (scene) => ({ quest_id: questId(scene) }),
    answer: () => ({ success: true }),
  },
  requestProxyTicketRefresh: { answer: () => ({ ticket: aText }) },
  shareInteraction: {
    args: () => ({ command: "launch", content: "Who dives deeper?" }),
    prompt: { kind: "share-interaction" },
    answer: () => ({ success: true }),
  },
  shareLink: {
    args: () => ({ message: "Dive with me", custom_id: "reef-7" }),
    prompt: { kind: "share-link", choice: "Grace" },
    answer: () => ({ success: true, didCopyLink: false, didSendMessage: true }),
  },
};
