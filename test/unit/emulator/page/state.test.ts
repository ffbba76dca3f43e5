import { describe, expect, it, vi } from "vitest";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { describeState } from "../../../../src/emulator/page/state.ts";
import { createMessage } from "../../../../src/emulator/state/messages.ts";
import { describeBot } from "../../../../src/emulator/state/players.ts";
import type { InteractionPayload } from "../../../../src/wire/interaction.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, application, at } = openScene();
const inGuild = at({ guild: "Reef" });
const windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, {});
const webBase = "http://127.0.0.1:1";
const stateAt = (place = inGuild) => describeState({ windows, place, commands: [], webBase }, "3");

describe("describeState", () => {
  it("lists granted and denied consents, newest first", () => {
    application.addConsent({ player: "Ada", scopes: "identify guilds", isGranted: true });
    application.addConsent({ player: "Grace", scopes: "identify", isGranted: false });
    expect(stateAt().consents).toEqual([
      { text: "Grace did not authorize identify.", isGranted: false, at: expect.any(String) },
      { text: "Ada authorized identify, guilds.", isGranted: true, at: expect.any(String) },
    ]);
  });

  it("describes the selected place and the available places", () => {
    expect(stateAt()).toMatchObject({
      tab: "3",
      application: { id: application.id, name: application.name },
      player: { name: "Ada" },
      guild: { id: "7", name: "Reef" },
      channel: { id: "9", name: "general" },
      applications: [{ id: application.id }],
      players: [{ name: "Ada" }, { name: "Grace" }, { name: "Barbara" }],
      guilds: [{ id: "7", name: "Reef" }],
      channels: [{ name: "wreck" }, { name: "general" }],
      people: [
        { name: "Ada", status: "" },
        { name: "Grace", status: "" },
      ],
      activities: [],
      windows: [],
      invitations: [],
    });
    expect(stateAt(at())).toMatchObject({
      guild: undefined,
      channels: [],
      people: [{ name: "Ada" }, {}, {}],
    });
  });

  it("lists the messages of the channel, with their time and cause", () => {
    const user = world.players.first;
    const payload = {
      id: "5",
      type: 2,
      application_id: application.id,
      token: "t",
      channel_id: "9",
      data: { id: "6", name: "ping", type: 1 },
    };
    const say = (who: object) => {
      const origin = { author: describeBot(application), files: world.files, now: 0 };
      const message = createMessage(
        { ...origin, payload: { ...payload, ...who } as unknown as InteractionPayload },
        {
          body: { content: "<b>pong</b>" },
        },
      );
      world.history.keep(message);
    };
    say({ user: { ...user, global_name: "Ada" } });
    say({});
    expect(stateAt().messages).toMatchObject([
      { content: "Bonjour", author: "Grace", sentAt: expect.stringMatching(/^\d{4}-/), cause: undefined },
      { content: "<b>pong</b>", cause: { player: "Ada", command: "/ping" } },
      { content: "<b>pong</b>", cause: { player: "Somebody", command: "/ping" } },
    ]);
  });

  it("lists running Activities and the player's windows", () => {
    const { id: userId } = world.players.first;
    const instance = world.activities.launch({
      applicationId: application.id,
      userId,
      channelId: "9",
      guildId: "7",
    });
    const { ticket } = windows.open({ ...inGuild, instanceId: instance.instance_id });
    windows.open({ ...at({}, "Grace"), instanceId: instance.instance_id });
    expect(stateAt().activities).toMatchObject([{ id: instance.instance_id }]);
    expect(stateAt().windows).toMatchObject([
      { ticket, url: `http://${application.id}.localhost:1/.slashpass/host?ticket=${ticket}` },
    ]);
    expect(stateAt(at({}, "Barbara"))).toMatchObject({ windows: [], activities: [{ isJoined: false }] });
  });

  it("includes the credentials and endpoints that a developer needs", async () => {
    const { publicKey, clientSecret, botToken } = application;
    expect(stateAt().portal).toEqual({ publicKey, clientSecret, botToken, endpoint: "", activity: "" });
    application.setActivity({
      mappings: [
        { prefix: "/", target: "127.0.0.1:5173" },
        { prefix: "/api", target: "127.0.0.1:3000" },
      ],
    });
    expect(stateAt().portal.activity).toBe("127.0.0.1:5173");
    vi.spyOn(world.bots, "hears").mockReturnValue(true);
    expect(stateAt().portal.endpoint).toBe("its bot at the gateway");
    vi.restoreAllMocks();
    let status = 200;
    await application.setInteractionsEndpoint(() => {
      const answer = Response.json({ type: 1 }, { status });
      status = 401;
      return answer;
    });
    expect(stateAt().portal.endpoint).toBe("a handler in this process");
    vi.spyOn(application, "endpoint", "get").mockReturnValue("http://127.0.0.1:3000/");
    expect(stateAt().portal.endpoint).toBe("http://127.0.0.1:3000/");
    vi.restoreAllMocks();
  });
});
