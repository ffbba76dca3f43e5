import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import {
  CommandsClient,
  type EntryPointCommand,
  ErrorType,
  type TransportHooks,
} from "../../src/commands/index.ts";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";

const guildId = "1234567890123456789";
const ping = { name: "ping", description: "Answers with pong" };
const help = { name: "help", description: "Helps" };
const nobody = [{ id: guildId, type: 1, permission: false }] as const;

let emulator: Emulator;
const clients: Client[] = [];

async function start(options?: EmulatorOptions): Promise<void> {
  await emulator.close();
  emulator = await startEmulator(options);
}

beforeEach(async () => void (emulator = await startEmulator()));
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await emulator.close();
});

function connect(hooks: TransportHooks = {}): CommandsClient {
  const { id, botToken } = emulator.application;
  return new CommandsClient({
    applicationId: id,
    credential: { botToken },
    apiBase: emulator.apiBase,
    ...hooks,
  });
}

function createClient(options: ClientOptions = {}): Client {
  const { application, apiBase, webBase } = emulator;
  const openBrowser = emulator.player().browser();
  const store = memoryTokenStore();
  const applicationId = application.id;
  const client = new Client({ applicationId, apiBase, webBase, openBrowser, store, ...options });
  clients.push(client);
  return client;
}

describe("a signed-in player's commands client", () => {
  const scopes = "identify applications.commands.permissions.update";

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
    const guild = connect().guild(guildId);
    const { id } = await guild.create(ping);
    const session = await client.signIn({ scopes });
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

  it("rejects if the session cannot be renewed", async () => {
    const client = createClient();
    const session = await client.signIn({ scopes });
    await client.RevokeToken(emulator.application.id, await session.accessToken());
    await expect(client.commands.guild(guildId).permissions.edit("7", nobody)).rejects.toMatchObject({
      code: "session_ended",
    });
  });

  it("reports a missing scope without sending anything", async () => {
    const sent: string[] = [];
    const client = createClient({
      fetch: (url, init) => {
        sent.push(url);
        return fetch(url, init);
      },
    });
    await client.signIn({ scopes: "identify" });
    sent.length = 0;
    await expect(client.commands.guild(guildId).permissions.edit("7", nobody)).rejects.toMatchObject({
      type: 6,
      code: "missing_scope",
      hint: expect.stringContaining("applications.commands.permissions.update"),
    });
    expect(sent).toEqual([]);
  });

  it("shares rate limits between all calls", async () => {
    await start({ rateLimits: [{ method: "PUT", path: /\/permissions$/, requests: 1, seconds: 1 }] });
    const statuses: number[] = [];
    const client = createClient({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (url.endsWith("/permissions")) statuses.push(response.status);
        return response;
      },
    });
    const { id } = await connect().guild(guildId).create(ping);
    await client.signIn({ scopes });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
    const edit = async () => client.commands.guild(guildId).permissions.edit(id, nobody);
    await edit();
    // From here on, only the next call sets a timer.
    vi.clearAllTimers();
    const next = edit();
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    expect(statuses).toEqual([200]);
    vi.advanceTimersByTime(1000);
    await next;
    expect(statuses).toEqual([200, 200]);
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

describe("a bulk overwrite", () => {
  const play: EntryPointCommand = { type: 4, name: "play", description: "Play together", handler: 1 };
  beforeEach(async () => start({ world: { applications: [{ activities: true }] } }));

  it("keeps the current entry point", async () => {
    const { global } = connect();
    const [entryPoint] = await global.list({ withLocalizations: true });
    await global.edit(entryPoint?.id ?? "", { name_localizations: { de: "spielen" }, contexts: [0] });
    const [edited] = await global.list({ withLocalizations: true });
    const after = await global.overwrite([ping, help]);
    expect(after.map(({ name }) => name)).toEqual(["ping", "help", entryPoint?.name]);
    expect(after[2]).toEqual(edited);
  });

  it("keeps the id of an entry point that the list contains under another name", async () => {
    const { global } = connect();
    const [entryPoint] = await global.list();
    expect(await global.overwrite([play, ping])).toMatchObject([{ ...play, id: entryPoint?.id }, ping]);
  });

  it("deletes the entry point only if explicitly allowed", async () => {
    const { global } = connect();
    expect(await global.overwrite([ping], { allow: ["delete-entry-point"] })).toMatchObject([ping]);
    expect(await global.list()).toHaveLength(1);
  });

  it("empties a scope only if explicitly allowed and keeps the entry point", async () => {
    const sent: string[] = [];
    const client = connect({ onRequest: ({ method }) => void sent.push(method) });
    for (const scope of [client.global, client.guild(guildId)]) {
      await scope.create(ping);
      sent.length = 0;
      await expect(scope.overwrite([])).rejects.toMatchObject({ code: "would_empty_scope", type: 6 });
      expect(sent).toEqual([]);
    }
    const allow = ["empty-scope"] as const;
    expect(await client.guild(guildId).overwrite([], { allow })).toEqual([]);
    expect(await client.global.overwrite([], { allow })).toMatchObject([{ type: 4 }]);
    expect(await client.global.overwrite([], { allow: [...allow, "delete-entry-point"] })).toEqual([]);
  });
});

describe("the daily limit on creates", () => {
  it("produces an error that states when the next create is possible", async () => {
    const commands = connect();
    const set = (from: number) =>
      Array.from({ length: 100 }, (_, index) => ({ ...ping, name: `c${from + index}` }));
    await commands.global.overwrite(set(0));
    await commands.global.overwrite(set(100));
    await expect(commands.global.overwrite(set(200))).rejects.toMatchObject({
      type: ErrorType.HTTPError,
      code: "daily_creates_spent",
      retryAfter: expect.any(Number),
    });
    await expect(commands.global.sync([ping, ...set(100).slice(1)])).rejects.toMatchObject({
      name: "ApplyError",
      code: "daily_creates_spent",
      retryAfter: expect.any(Number),
      report: { done: [], remaining: [{ kind: "overwrite" }] },
    });
    const edited = await commands.global.sync([{ ...ping, name: "c100", nsfw: true }, ...set(100).slice(1)]);
    expect(edited.report.done).toMatchObject([{ kind: "edit" }]);
  });
});

it.each([10, 11] as const)("sends requests to API version %i when it is selected", async (apiVersion) => {
  const paths: string[] = [];
  const { id, botToken } = emulator.application;
  const { global } = new CommandsClient({
    applicationId: id,
    credential: { botToken },
    apiBase: `${emulator.webBase}/api`,
    apiVersion,
    fetch: (url, init) => {
      paths.push(new URL(url).pathname);
      return fetch(url, init);
    },
  });
  await global.create(ping);
  expect((await global.list()).map(({ name }) => name)).toEqual(["ping"]);
  const path = `/api/v${apiVersion}/applications/${id}/commands`;
  expect(paths).toEqual([path, path]);
});

it("accepts contexts in a guild overwrite, then plans no changes for the same set", async () => {
  const scope = connect().guild(guildId);
  const wanted = { ...ping, contexts: [0] as const, integration_types: [0] as const };
  const [first] = await scope.overwrite([wanted, help]);
  expect(first).toMatchObject({ contexts: [0], integration_types: [0] });
  expect((await scope.plan([wanted, help])).writes).toEqual([]);
});
