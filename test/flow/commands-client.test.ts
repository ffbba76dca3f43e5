import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import { CommandsClient, type EntryPointCommand } from "../../src/commands/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";

const guildId = "1234567890123456789";
const ping = { name: "ping", description: "Answers with pong" };
const help = { name: "help", description: "Helps" };
const nobody = [{ id: guildId, type: 1, permission: false }] as const;

const emulator = await startEmulator();
afterAll(() => emulator.close());

const guild = new CommandsClient(emulator.commandsOptions()).guild(guildId);

function createClient(options: ClientOptions = {}): Client {
  const openBrowser = emulator.player().browser();
  const client = new Client({
    ...emulator.clientOptions(),
    openBrowser,
    store: memoryTokenStore(),
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

describe("a signed-in player's commands client", () => {
  it("refreshes a rejected token once for all calls and repeats each permission edit", async () => {
    const edits: (string | null)[] = [];
    const refreshes: string[] = [];
    const client = createClient({
      fetch: (url, init) => {
        const body = typeof init.body === "string" ? init.body : "";
        if (body.includes("grant_type=refresh_token")) refreshes.push(body);
        if (url.endsWith("/permissions")) edits.push(new Headers(init.headers).get("authorization"));
        return fetch(url, init);
      },
    });
    const { id } = await guild.create(ping);
    const session = await client.signIn({ scopes: "identify applications.commands.permissions.update" });
    const old = await session.accessToken();
    const body = { code: 0, message: "401: Unauthorized" };
    emulator.faults.add({ path: /\/permissions$/, times: 3, answer: { status: 401, body } });
    const edit = async () => client.commands.guild(guildId).permissions.edit(id, nobody);
    expect(await Promise.all([edit(), edit(), edit()])).toMatchObject([{ id }, { id }, { id }]);
    expect(refreshes).toHaveLength(1);
    const fresh = await session.accessToken();
    expect(fresh).not.toBe(old);
    const sentWith = (token: string) => edits.filter((header) => header === `Bearer ${token}`).length;
    expect([sentWith(old), sentWith(fresh), edits.length]).toEqual([3, 3, 6]);
    expect(await guild.permissions.list()).toMatchObject([{ id, permissions: nobody }]);
  });

  it("is replaced when the application changes", () => {
    const client = createClient();
    const { commands } = client;
    expect(client.commands).toBe(commands);
    client.SetApplicationId("7");
    expect(client.commands).not.toBe(commands);
  });

  it("does not retry with a token set by UpdateToken", async () => {
    const client = createClient();
    await client.UpdateToken(AuthorizationTokenType.Bearer, "unknown-token-0123456789");
    await expect(client.commands.guild(guildId).permissions.edit("7", nobody)).rejects.toMatchObject({
      code: "unauthorized",
      status: 401,
    });
  });
});

it("keeps the entry point in a bulk overwrite unless its deletion is allowed", async () => {
  const play: EntryPointCommand = { type: 4, name: "play", description: "Play together", handler: 1 };
  const application = emulator.addApplication({ activities: true });
  const { global } = new CommandsClient(emulator.commandsOptions(application));
  const [made] = await global.list();
  await global.edit(made?.id ?? "", { name_localizations: { de: "spielen" }, contexts: [0] });
  const [edited] = await global.list({ withLocalizations: true });
  const after = await global.overwrite([ping, help]);
  expect(after.map(({ name }) => name)).toEqual(["ping", "help", made?.name]);
  expect(after[2]).toEqual(edited);
  expect(await global.overwrite([play, ping])).toMatchObject([{ ...play, id: made?.id }, ping]);
  expect(await global.overwrite([ping], { allow: ["delete-entry-point"] })).toMatchObject([ping]);
  expect(await global.list()).toHaveLength(1);
});

it.each([10, 11] as const)("sends requests to API version %i when it is selected", async (apiVersion) => {
  const paths: string[] = [];
  const application = emulator.addApplication();
  const { global } = new CommandsClient({
    ...emulator.commandsOptions(application),
    apiBase: `${emulator.webBase}/api`,
    apiVersion,
    fetch: (url, init) => {
      paths.push(new URL(url).pathname);
      return fetch(url, init);
    },
  });
  await global.create(ping);
  expect((await global.list()).map(({ name }) => name)).toEqual(["ping"]);
  const path = `/api/v${apiVersion}/applications/${application.id}/commands`;
  expect(paths).toEqual([path, path]);
});

it("accepts contexts in a guild overwrite, then plans no changes for the same set", async () => {
  const wanted = { ...ping, contexts: [0] as const, integration_types: [0] as const };
  const [first] = await guild.overwrite([wanted, help]);
  expect(first).toMatchObject({ contexts: [0], integration_types: [0] });
  expect((await guild.plan([wanted, help])).writes).toEqual([]);
});
