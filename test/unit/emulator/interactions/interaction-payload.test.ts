import { describe, expect, it } from "vitest";
import {
  describeInteraction,
  type Usage,
} from "../../../../src/emulator/interactions/interaction-payload.ts";
import { Players } from "../../../../src/emulator/world/players.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { OptionType } from "../../../../src/wire/command-option.ts";
import { InteractionType } from "../../../../src/wire/interaction.ts";

const players = new Players(["Ada", "Grace"], Date.now);
const command = { id: "4", application_id: "1", version: "9", name: "ping", description: "Pongs" } as Command;

function describePayload(usage: Partial<Usage> = {}) {
  return describeInteraction({
    type: InteractionType.ApplicationCommand,
    applicationId: "1",
    now: Date.now(),
    player: players.first,
    guildId: undefined,
    channelId: "8",
    command,
    options: undefined,
    target: undefined,
    findPlayer: (id) => players.byId(id),
    ...usage,
  });
}

describe("the payload of a command", () => {
  it("in a direct message is the user's, and says nothing of a guild", () => {
    const payload = describePayload();
    expect(payload).toMatchObject({
      application_id: "1",
      type: 2,
      channel_id: "8",
      channel: { id: "8", type: 1 },
      user: { global_name: "Ada" },
      context: 1,
      authorizing_integration_owners: { "0": "0" },
      data: { id: "4", name: "ping", type: 1 },
    });
    for (const name of ["guild_id", "member", "guild_locale"]) expect(payload).not.toHaveProperty(name);
    expect(Object.keys(payload.data ?? {})).toEqual(["id", "name", "type"]);
  });

  it("in a guild is a member's", () => {
    const payload = describePayload({ guildId: "7", command: { ...command, guild_id: "7" } });
    expect(payload).toMatchObject({
      guild_id: "7",
      channel: { type: 0 },
      member: { user: { global_name: "Ada" }, permissions: expect.stringMatching(/^\d+$/) },
      context: 0,
      authorizing_integration_owners: { "0": "7" },
      data: { guild_id: "7" },
    });
    expect(payload).not.toHaveProperty("user");
  });

  it("has a token and id of its own", () => {
    const [one, other] = [describePayload(), describePayload()];
    expect(one.id).not.toBe(other.id);
    expect(one.token).not.toBe(other.token);
  });

  it("of a USER command carries the player it is used on", () => {
    const grace = players.findOrAdd("Grace");
    const { data } = describePayload({ command: { ...command, type: 2 }, target: grace, guildId: "7" });
    expect(data).toMatchObject({
      type: 2,
      target_id: grace.id,
      resolved: { users: { [grace.id]: { global_name: "Grace" } }, members: { [grace.id]: {} } },
    });
  });

  it("of a MESSAGE command carries the message it is used on", () => {
    const { data } = describePayload({ command: { ...command, type: 3 }, target: "Bonjour" });
    const id = (data as { target_id?: string }).target_id ?? "";
    expect(data).toMatchObject({
      target_id: id,
      resolved: { messages: { [id]: { id, content: "Bonjour", channel_id: "8" } } },
    });
  });

  it("carries what is filled in, and what it stands for", () => {
    const options = [{ name: "whose", type: OptionType.User, value: players.first.id }];
    expect(describePayload({ options }).data).toMatchObject({
      options,
      resolved: { users: { [players.first.id]: {} } },
    });
  });
});
