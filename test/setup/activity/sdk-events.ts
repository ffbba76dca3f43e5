import type { Events } from "@discord/embedded-app-sdk";
import { expect } from "vitest";
import type { Scene } from "./scene.ts";

interface EventCause {
  readonly args?: (scene: Scene) => unknown;
  readonly cause: (scene: Scene) => unknown;
  /** The data, as parsed by the SDK's own schema. */
  readonly data: (scene: Scene) => unknown;
}

const has = (fields: object) => expect.objectContaining(fields) as unknown;
const channel = ({ joined }: Scene) => ({ channel_id: joined.instance.location.channel_id });
const speaker = (scene: Scene) => ({ ...channel(scene), user_id: scene.player.player.id });

/** Every event in `@discord/embedded-app-sdk` 2.5.0 that requires a subscription. `READY` is sent without one. */
export const sdkEvents: Readonly<Record<Exclude<`${Events}`, "READY">, EventCause>> = {
  VOICE_STATE_UPDATE: {
    args: channel,
    cause: ({ joined }) => (joined.controls.isMuted = true),
    data: () => has({ nick: "Captain Ada", voice_state: has({ self_mute: true }) }),
  },
  SPEAKING_START: {
    args: channel,
    cause: ({ joined }) => (joined.controls.isSpeaking = true),
    data: speaker,
  },
  SPEAKING_STOP: {
    args: channel,
    cause: ({ joined }) => (joined.controls.isSpeaking = false),
    data: speaker,
  },
  ACTIVITY_LAYOUT_MODE_UPDATE: {
    cause: ({ joined }) => (joined.controls.layoutMode = "pip"),
    data: () => ({ layout_mode: 1 }),
  },
  ORIENTATION_UPDATE: {
    cause: ({ joined }) => (joined.controls.orientation = "portrait"),
    data: () => ({ screen_orientation: 0, orientation: "portrait" }),
  },
  CURRENT_USER_UPDATE: {
    cause: ({ player }) => player.rename("ada.lovelace"),
    data: ({ player }) => has({ id: player.player.id, username: "ada.lovelace" }),
  },
  CURRENT_GUILD_MEMBER_UPDATE: {
    args: ({ joined }) => ({ guild_id: joined.instance.location.guild_id }),
    cause: ({ emulator }) => emulator.guilds[0]?.editMember("Ada", { nick: "Admiral Ada" }),
    data: ({ player }) => has({ user_id: player.player.id, nick: "Admiral Ada" }),
  },
  ENTITLEMENT_CREATE: {
    cause: ({ emulator }) =>
      emulator.shop.buy({ player: "Ada", sku: emulator.application.skus[0]?.id ?? "" }),
    data: ({ emulator }) => ({ entitlement: has({ sku_id: emulator.application.skus[0]?.id }) }),
  },
  THERMAL_STATE_UPDATE: {
    cause: ({ joined }) => (joined.controls.thermalState = "serious"),
    data: () => ({ thermal_state: 2 }),
  },
  ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE: {
    cause: ({ emulator, joined }) =>
      emulator.player("Linus", { guild: "The reef", channel: "Lounge" }).join(joined),
    data: () => ({ participants: ["grace", "ada.lovelace", "linus"].map((username) => has({ username })) }),
  },
  RELATIONSHIP_UPDATE: {
    cause: ({ emulator }) => emulator.addPlayer({ name: "Barbara", friends: ["Ada"] }),
    data: () => has({ type: 1, user: has({ username: "barbara" }) }),
  },
  ACTIVITY_JOIN: {
    // Sent when the player joins by invitation.
    cause: () => undefined,
    data: ({ emulator }) => ({ applicationId: emulator.application.id, secret: "the cave" }),
  },
  QUEST_ENROLLMENT_STATUS_UPDATE: {
    cause: ({ emulator }) => emulator.application.quest?.enroll("Ada"),
    data: ({ emulator }) => has({ quest_id: emulator.application.quest?.id, is_enrolled: true }),
  },
};
