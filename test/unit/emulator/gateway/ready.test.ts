import { expect, it } from "vitest";
import { isOfSession, welcome } from "../../../../src/emulator/gateway/identify.ts";
import { GatewaySession } from "../../../../src/emulator/gateway/sessions.ts";
import { GatewayIntent } from "../../../../src/wire/gateway.ts";
import { collect, createIdentity } from "../../../setup/emulator/gateway-session.ts";

function hear(init: object, more: object) {
  const { world, identity, application } = createIdentity(init, more);
  const session = new GatewaySession(identity);
  const outlet = collect();
  session.outlet = outlet;
  welcome(world, session, "ws://127.0.0.1/gateway", 9);
  return { world, application, session, said: outlet.said };
}

it("sends READY, and the guilds if the bot has the intent", () => {
  const { application, session, said } = hear({ name: "Reef" }, { intents: GatewayIntent.Guilds });
  expect(said[0]).toMatchObject({
    t: "READY",
    d: {
      v: 9,
      user: { id: application.id, username: "Reef" },
      guilds: [{ id: "11", unavailable: true }],
      session_id: session.id,
      resume_gateway_url: "ws://127.0.0.1/gateway",
      shard: [0, 1],
      application: { id: application.id, flags: 256, flags_new: "256" },
    },
  });
  expect(said.slice(1)).toMatchObject([{ t: "GUILD_CREATE", d: { id: "11", name: "Divers" } }]);
  expect(hear({}, {}).said.map(({ t }) => t)).toEqual(["READY"]);
});

it("excludes guilds of other shards and guilds without the application", () => {
  expect(hear({ guilds: [] }, { intents: 1 }).said).toMatchObject([{ d: { guilds: [] } }]);
  expect(hear({}, { intents: 1, shard: [1, 2] }).said).toMatchObject([{ d: { guilds: [] } }]);
  const { world, session } = hear({ guilds: ["11"] }, {});
  expect(world.guilds.all.map((guild) => isOfSession(guild, session))).toEqual([true]);
});
