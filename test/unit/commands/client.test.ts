import { inspect } from "node:util";
import { expect, test } from "vitest";
import { CommandsClient, type ApiCredential } from "../../../src/commands/index.ts";
import { startService } from "../../setup/scripted-service.ts";
import { applicationId, storedCommand } from "../../setup/commands/samples.ts";

const credential = { botToken: "bot-token-of-the-test" };

test("sends each operation to its endpoint in both scopes", async () => {
  await using service = await startService(({ method, path }) => {
    if (method === "DELETE") return { status: 204 };
    const isList = method === "PUT" || (method === "GET" && !/\d$/.test(path));
    return { status: 200, body: isList ? [storedCommand()] : storedCommand() };
  });
  const client = new CommandsClient({ applicationId, credential, apiBase: service.apiBase });
  for (const scope of [client.global, client.guild(200000000000000001n)]) {
    expect(await scope.list()).toEqual([storedCommand()]);
    await scope.list({ withLocalizations: true, locale: "de" });
    expect(await scope.create({ name: "ping", description: "Pong" })).toEqual(storedCommand());
    await scope.get("7");
    await scope.edit("7", { description: "Better" });
    expect(await scope.delete("7")).toBeUndefined();
    await scope.overwrite([{ id: "7", name: "ping", description: "Pong" }]);
  }
  const global = `/api/v10/applications/${applicationId}/commands`;
  const guild = `/api/v10/applications/${applicationId}/guilds/200000000000000001/commands`;
  expect(service.requests.map(({ method, path, body }) => `${method} ${path} ${body}`.trimEnd())).toEqual(
    [global, guild].flatMap((path) => [
      `GET ${path}`,
      `GET ${path}?with_localizations=true`,
      `POST ${path} {"name":"ping","description":"Pong"}`,
      `GET ${path}/7`,
      `PATCH ${path}/7 {"description":"Better"}`,
      `DELETE ${path}/7`,
      `GET ${path}?with_localizations=true`,
      `PUT ${path} [{"id":"7","name":"ping","description":"Pong"}]`,
    ]),
  );
  expect(service.requests[1]?.headers).toMatchObject({ "accept-language": "de", "x-discord-locale": "de" });
  expect(service.requests[2]?.headers).toMatchObject({
    authorization: "Bot bot-token-of-the-test",
    "content-type": "application/json",
    "user-agent": expect.stringMatching(/^DiscordBot \(https:\/\/\S+, \d+\.\d+\.\d+\)$/),
  });
});

const refused: readonly (readonly [string, object, string])[] = [
  ["an id given as a number", { applicationId: 123 }, "invalid_id"],
  ["a missing id", { applicationId: undefined }, "invalid_id"],
  ["no credential", { credential: {} }, "invalid_credential"],
  ["an empty bot token", { credential: { botToken: "" } }, "invalid_credential"],
  ["a bot token with its scheme", { credential: { botToken: "Bot abc" } }, "invalid_credential"],
  [
    "a bot token that breaks the header",
    { credential: { botToken: "abc\r\nx-evil: 1" } },
    "invalid_credential",
  ],
  ["a client id without a secret", { credential: { clientId: applicationId } }, "invalid_credential"],
  ["a client id given as a number", { credential: { clientId: 5, clientSecret: "s" } }, "invalid_id"],
  ["a user token that is not a function", { credential: { userToken: "abc" } }, "invalid_credential"],
  ["plain http to another machine", { apiBase: "http://example.com/api" }, "invalid_base_url"],
  ["a base URL with a query", { apiBase: "https://example.com/?a=b" }, "invalid_base_url"],
  ["a timeout of zero", { timeoutMs: 0 }, "invalid_timeout"],
  ["an infinite wait", { maxWaitMs: Infinity }, "invalid_timeout"],
  ["a timeout that exceeds any timer", { timeoutMs: 2 ** 31 }, "invalid_timeout"],
  ["an unknown profile", { profile: "lax" }, "invalid_option"],
];

test.each(refused)("rejects %s in the constructor", (_, wrong, code) => {
  const options = { applicationId, credential, ...wrong } as {
    applicationId: string;
    credential: ApiCredential;
  };
  expect(() => new CommandsClient(options)).toThrowError(expect.objectContaining({ code, type: 6 }));
});

test("rejects a guild or command id of type number before sending a request", async () => {
  await using service = await startService(() => ({ status: 200, body: storedCommand() }));
  const client = new CommandsClient({ applicationId, credential, apiBase: service.apiBase });
  expect(() => client.guild(5 as never)).toThrowError(expect.objectContaining({ code: "invalid_id" }));
  await expect(client.global.get(5 as never)).rejects.toMatchObject({ code: "invalid_id" });
  expect(service.requests).toEqual([]);
});

test("hides secrets when a client is printed", () => {
  const client = new CommandsClient({
    applicationId,
    credential: { botToken: "bot-token-of-the-test", clientId: applicationId, clientSecret: "hush-hush" },
  });
  expect(inspect(client, { depth: 20, showHidden: true })).not.toMatch(/bot-token|hush/);
  expect(JSON.stringify(client)).not.toMatch(/bot-token|hush/);
});
