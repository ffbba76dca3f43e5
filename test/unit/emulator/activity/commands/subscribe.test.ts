import { expect, it } from "vitest";
import { type ActivityCall, findCommand } from "../../../../../src/emulator/activity/command.ts";
import { eventCommands } from "../../../../../src/emulator/activity/commands/table.ts";
import { ConnectionState } from "../../../../../src/emulator/activity/connection.ts";

const subscribe = findCommand(eventCommands, "SUBSCRIBE");
const unsubscribe = findCommand(eventCommands, "UNSUBSCRIBE");

function callFor(event: unknown, scopes?: string): ActivityCall {
  const connection = new ConnectionState(new AbortController().signal);
  connection.scopes = scopes;
  return { connection, event } as ActivityCall;
}

it("subscribes to an event and unsubscribes from it", () => {
  const call = callFor("SPEAKING_START", "rpc.voice.read");
  expect(subscribe.run(call, { channel_id: "8" })).toEqual({ evt: "SPEAKING_START" });
  expect(call.connection.hears("SPEAKING_START", { channel_id: "8" })).toBe(true);
  expect(call.connection.hears("SPEAKING_START", { channel_id: "9" })).toBe(false);
  expect(unsubscribe.run(call, undefined)).toEqual({ evt: "SPEAKING_START" });
  expect(call.connection.hears("SPEAKING_START")).toBe(false);
});

it.each([
  ["VOICE_STATE_UPDATE", undefined, 4006],
  ["SPEAKING_STOP", "identify", 4006],
  ["CURRENT_GUILD_MEMBER_UPDATE", "identify", 4006],
  ["RELATIONSHIP_UPDATE", "identify", 4006],
  ["READY", "identify", 4004],
  ["toString", "identify", 4004],
  [undefined, "identify", 4004],
])("rejects %s with the scopes %s: %i", (event, scopes, code) => {
  expect(() => subscribe.run(callFor(event, scopes), {})).toThrow(expect.objectContaining({ code }));
});

it("requires the arguments of an event and rejects unknown ones", () => {
  const all = "rpc.voice.read identify guilds.members.read";
  const wrong = (event: string, args: unknown) => () => subscribe.run(callFor(event, all), args);
  expect(wrong("VOICE_STATE_UPDATE", {})).toThrow("args.channel_id is missing, but must be");
  expect(wrong("CURRENT_GUILD_MEMBER_UPDATE", undefined)).toThrow("args.guild_id is missing, but must be");
  expect(wrong("SPEAKING_STOP", { channel: "8" })).toThrow("args.channel does not exist.");
  const { connection, ...call } = callFor("SPEAKING_STOP", all);
  subscribe.run({ ...call, connection }, { channel_id: null });
  expect(connection.hears("SPEAKING_STOP", { channel_id: "8" })).toBe(true);
});
