import { expect, it } from "vitest";
import { type Access, ConnectionState } from "../../../../src/emulator/activity/connection.ts";

const { signal } = new AbortController();

it("allows only the scopes of its token", () => {
  const connection = new ConnectionState(signal);
  connection.mustHave([]);
  const refusal = (scopes: Access) => {
    try {
      connection.mustHave(scopes);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  expect(refusal(["identify"])).toMatchObject({
    code: 4006,
    message:
      "Not authenticated or invalid scope. Call authorize with identify, then authenticate with the token.",
  });
  expect(refusal("any token")).toMatchObject({
    message:
      "Not authenticated or invalid scope. Call authorize with a scope, such as identify, then authenticate with the token.",
  });
  connection.scopes = "identify";
  expect([refusal("any token"), refusal({ oneOf: ["email", "identify"] })]).toEqual([undefined, undefined]);
  expect(refusal({ oneOf: ["email", "guilds"] })).toMatchObject({
    message: expect.stringContaining("Add to authorize's scope email or guilds, then"),
  });
  expect(refusal(["identify"])).toBeUndefined();
  expect(refusal(["identify", "guilds.members.read"])).toMatchObject({
    code: 4006,
    message:
      "Not authenticated or invalid scope. Add to authorize's scope guilds.members.read, then authenticate with the token.",
  });
});

it("receives only the events that it subscribed to", () => {
  const connection = new ConnectionState(signal);
  connection.subscriptions.set("SPEAKING_START", { channel_id: "8" });
  expect([connection.hears("SPEAKING_START"), connection.hears("SPEAKING_STOP")]).toEqual([true, false]);
  const hears = (about: object) => connection.hears("SPEAKING_START", { ...about });
  expect([hears({ channel_id: "8" }), hears({ channel_id: "9" }), hears({ guild_id: "9" })]).toEqual([
    true,
    false,
    true,
  ]);
  connection.subscriptions.delete("SPEAKING_START");
  expect(connection.hears("SPEAKING_START")).toBe(false);
});
