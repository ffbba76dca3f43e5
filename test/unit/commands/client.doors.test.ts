import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { CommandsClient, planCommands } from "../../../src/commands/index.ts";
import { applicationId, storedCommand } from "../../setup/commands/samples.ts";

const credential = { botToken: "bot-token-of-the-test" };
const ping = { name: "ping", description: "Pong" };
const answer = () => Promise.resolve(Response.json([storedCommand()]));

describe("invalid client options", () => {
  test("rejects an unknown option, because a misspelled base URL would send the token to another service", () => {
    const options = { applicationId, credential, baseUrl: "http://127.0.0.1:1" } as never;
    expect(() => new CommandsClient(options)).toThrowError(
      expect.objectContaining({
        code: "unknown_option",
        message: "options.baseUrl does not exist.",
        hint: expect.stringContaining("apiBase") as string,
      }),
    );
  });

  test.each([
    [
      { applicationid: applicationId, credential },
      "options.applicationid does not exist. Did you mean options.applicationId?",
    ],
    [{ applicationId, credential: { bottoken: "x" } }, "Did you mean options.credential.botToken?"],
    [{ applicationId, credential, fetch: 5 }, "options.fetch is a number, but must be a function."],
    [{ applicationId, credential, onWait: {} }, "options.onWait is an object, but must be a function."],
    [null, "options is null, but must be an object"],
    ["text", "options is a string, but must be an object"],
    [undefined, "options.applicationId is missing"],
  ])("rejects %j", (options, message) => {
    expect(() => new CommandsClient(options as never)).toThrow(message);
  });
});

describe("invalid arguments", () => {
  let requests = 0;
  const client = new CommandsClient({
    applicationId,
    credential: { ...credential, userToken: () => Promise.resolve("token-of-the-user") },
    fetch: () => {
      requests += 1;
      return answer();
    },
  });
  beforeEach(() => void (requests = 0));
  afterEach(() => expect(requests).toBe(0));

  it.each<[string, () => Promise<unknown>, string]>([
    ["list(null)", () => client.global.list(null as never), "options is null"],
    [
      "list with an invalid flag",
      () => client.global.list({ withLocalizations: 1 as never }),
      "options.withLocalizations is 1",
    ],
    [
      "list with a misspelled option",
      () => client.global.list({ local: "de" } as never),
      "Did you mean options.locale?",
    ],
    [
      "create with an invalid signal",
      () => client.global.create(ping, { signal: {} as never }),
      "options.signal is an object, but must be an AbortSignal.",
    ],
    [
      "edit of an object",
      () => client.global.edit({} as never, {}),
      "commandId is an object, but must be an id",
    ],
    ["plan of a number", () => client.global.plan(5 as never), "Planning was not attempted"],
    [
      "plan with an invalid allow option",
      () => client.global.plan([], { allow: ["all"] as never }),
      'options.allow[0] is "all"',
    ],
    ["apply of an invalid plan", () => client.global.apply(null as never), "plan is not a valid plan."],
    [
      "apply with an invalid resume",
      () => client.global.apply(planCommands([], [], { scope: "global" }), { resume: {} as never }),
      "options.resume is an object",
    ],
    [
      "snapshot of a number",
      () => client.global.snapshot({ guildIds: [5 as never] }),
      "options.guildIds[0] is a JavaScript number",
    ],
    [
      "restore of an invalid snapshot",
      () => client.global.restore({ format: 1, scope: "global", commands: [5], permissions: [] } as never),
      "snapshot is not a valid snapshot.",
    ],
    [
      "permissions.edit(null)",
      () => client.guild("1").permissions.edit("2", null as never),
      "Editing command permissions was not attempted",
    ],
    [
      "permissions.list with an unknown option",
      () => client.guild("1").permissions.list({ x: 1 } as never),
      "options.x does not exist.",
    ],
  ])("%s sends no request", async (_, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });
});

describe("planCommands", () => {
  it.each([
    [[], 5, { scope: "global" }, "live is a number, but must be a list"],
    [[], [5], { scope: "global" }, "live[0] is a number"],
    [[], [], { scope: "gild" }, 'options.scope is "gild"'],
    [[], [], { scope: "global", alow: [] }, "Did you mean options.allow?"],
  ])("rejects %j, %j, %j", (desired, live, options, message) => {
    expect(() => planCommands(desired, live as never, options as never)).toThrow(message);
  });
});
