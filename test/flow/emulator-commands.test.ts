import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  CommandsClient,
  ErrorType,
  type Rule,
  type RuleId,
  rules as rulesById,
} from "../../src/commands/index.ts";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/index.ts";
import { Client } from "../../src/client.ts";
import { memoryTokenStore } from "../../src/store/memory-token-store.ts";
import { inputOf, type RuleCases, ruleCases } from "../unit/commands/rules/cases.ts";

const guildId = "1234567890123456789";
const ping = { name: "ping", description: "Answers with pong" };
const running: Emulator[] = [];

async function start(options?: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  return emulator;
}

afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
});

/** One application of an emulator, as `call` needs it. */
type Service = Pick<Emulator, "apiBase" | "application">;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly code?: number };
}

/** A request to the API as the application's bot. */
async function call(
  { apiBase, application }: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${apiBase}/applications/${application.id}${path}`, {
    method,
    headers: { authorization: `Bot ${application.botToken}`, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? {} : JSON.parse(text)) as Answer["body"],
  };
}

/** Signs a player in, in few words, and gives an access token. */
async function userToken(emulator: Emulator, scope: string) {
  const { application, apiBase, webBase } = emulator;
  const options = { apiBase, webBase, openBrowser: emulator.createPlayerAgent(), store: memoryTokenStore() };
  const client = new Client({ applicationId: application.id, ...options });
  const session = await client.signIn({ scopes: scope });
  const token = await session.accessToken();
  await client.close();
  return token;
}

describe("the rules, on the same cases as the validator", () => {
  const profiles = ["spec", "live"] as const;
  const emulators: Emulator[] = [];

  // An application of its own for every data file, so that limits of one do not touch another.
  beforeAll(async () => {
    const applications = ruleCases.map(({ applicationInstalls }) => ({
      integrationTypes: applicationInstalls,
    }));
    for (const profile of profiles) emulators.push(await startEmulator({ profile, applications }));
  });
  afterAll(async () => {
    for (const emulator of emulators) await emulator.close();
  });

  function serviceOf(rules: RuleCases, index: number): Emulator {
    const emulator = emulators[profiles.indexOf(rules.profile ?? "spec")];
    const application = emulator?.applications[index];
    if (!emulator || !application) throw new Error("No application for the data file.");
    return { ...emulator, application };
  }

  /** Sends an input where its kind belongs. */
  async function submit(service: Emulator, rules: RuleCases, input: unknown): Promise<Answer> {
    if (rules.kind === "permissions")
      return await submitPermissions(service, rules.guildId ?? guildId, input);
    const path = rules.scope === "guild" ? `/guilds/${guildId}/commands` : "/commands";
    const answer = await call(service, rules.kind === "set" ? "PUT" : "POST", path, input ?? null);
    await clear(service, path);
    return answer;
  }

  async function clear(service: Service, path: string) {
    const { body } = await call(service, "GET", path);
    for (const { id } of body as unknown as { id: string }[]) await call(service, "DELETE", `${path}/${id}`);
  }

  async function submitPermissions(service: Emulator, guild: string, permissions: unknown) {
    const { body } = await call(service, "POST", `/guilds/${guild}/commands`, ping);
    const token = await userToken(service, "identify applications.commands.permissions.update");
    const path = `/guilds/${guild}/commands/${String(body["id"])}/permissions`;
    return await call(service, "PUT", path, { permissions }, { authorization: `Bearer ${token}` });
  }

  it.each(ruleCases.map((rules, index) => [rules.file, rules, index] as const))(
    "%s",
    async (_file, rules, index) => {
      const service = serviceOf(rules, index);
      for (const input of rules.valid) {
        const { status, body } = await submit(service, rules, input);
        expect([200, 201], JSON.stringify(body)).toContain(status);
      }
      const refused = { status: 400, code: expect.toBeOneOf([50_035, 30_032]) };
      const expected = isOnlyWarned(rules)
        ? { status: expect.toBeOneOf([200, 201]), code: undefined }
        : refused;
      for (const invalid of rules.invalid) {
        const { status, body } = await submit(service, rules, inputOf(invalid));
        expect({ status, code: body.code }).toEqual(expected);
      }
    },
  );

  function isOnlyWarned({ rule, profile }: RuleCases): boolean {
    const { severity, live } = rulesById[rule as RuleId] as Rule;
    return ((profile === "live" && live) || severity) === "warning";
  }
});

describe("commands are kept as the service keeps them", () => {
  it("a POST of a known name and type overwrites: 201, then 200, the same id", async () => {
    const emulator = await start();
    const first = await call(emulator, "POST", "/commands", ping);
    const again = await call(emulator, "POST", "/commands", { ...ping, description: "Says pong" });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body["id"]).toBe(first.body["id"]);
    const user = await call(emulator, "POST", "/commands", { type: 2, name: "ping" });
    expect(user.status).toBe(201);
  });

  it("a bare command comes back with the service's defaults", async () => {
    const emulator = await start();
    const { body } = await call(emulator, "POST", "/commands", ping);
    expect(body).toEqual({
      ...ping,
      id: expect.stringMatching(/^\d+$/),
      application_id: emulator.application.id,
      version: expect.stringMatching(/^\d+$/),
      type: 1,
      name_localizations: null,
      description_localizations: null,
      default_member_permissions: null,
      nsfw: false,
      dm_permission: true,
      contexts: null,
      integration_types: [0, 1],
    });
    const inGuild = await call(emulator, "POST", `/guilds/${guildId}/commands`, ping);
    expect(inGuild.body).toMatchObject({ guild_id: guildId });
    expect(inGuild.body).not.toHaveProperty("contexts");
  });

  it("the version moves only when something changed, and forward", async () => {
    const emulator = await start();
    const option = { type: 3, name: "text", description: "What to say" };
    const { body } = await call(emulator, "POST", "/commands", { ...ping, options: [option] });
    const reordered = { description: "What to say", name: "text", type: 3, name_localizations: {} };
    const same = await call(emulator, "POST", "/commands", { options: [reordered], nsfw: false, ...ping });
    expect(same.body["version"]).toBe(body["version"]);
    const edited = await call(emulator, "PATCH", `/commands/${String(body["id"])}`, { nsfw: true });
    expect(BigInt(String(edited.body["version"]))).toBeGreaterThan(BigInt(String(body["version"])));
  });

  it("an edit replaces what is given, keeps the rest, and cannot take a name or change the type", async () => {
    const emulator = await start();
    const { body } = await call(emulator, "POST", "/commands", {
      ...ping,
      name_localizations: { de: "pingen" },
    });
    await call(emulator, "POST", "/commands", { ...ping, name: "pong" });
    const path = `/commands/${String(body["id"])}`;
    const edited = await call(emulator, "PATCH", path, { description: "Says pong" });
    expect(edited.body).toMatchObject({ name_localizations: { de: "pingen" }, description: "Says pong" });
    const taken = await call(emulator, "PATCH", path, { name: "pong" });
    expect(taken).toMatchObject({ status: 400, body: { code: 40_041 } });
    const retyped = await call(emulator, "PATCH", path, { type: 2 });
    expect(retyped).toMatchObject({ status: 400, body: { code: 50_035, errors: { type: {} } } });
  });

  it("an overwrite keeps ids by id and by name, and drops the rest", async () => {
    const emulator = await start();
    const one = await call(emulator, "POST", "/commands", ping);
    const two = await call(emulator, "POST", "/commands", { ...ping, name: "pong" });
    await call(emulator, "POST", "/commands", { ...ping, name: "gone" });
    const items = [
      { ...ping, name: "renamed", id: one.body["id"] },
      { ...ping, name: "pong" },
    ];
    const { body } = await call(emulator, "PUT", "/commands", items);
    expect(body).toMatchObject([
      { id: one.body["id"], name: "renamed" },
      { id: two.body["id"], name: "pong" },
    ]);
    expect((await call(emulator, "GET", "/commands")).body).toHaveLength(2);
  });

  it("a global overwrite without the entry point changes nothing at all (50240)", async () => {
    const emulator = await start({ applications: [{ activities: true }] });
    const refused = await call(emulator, "PUT", "/commands", [ping]);
    expect(refused).toMatchObject({ status: 400, body: { code: 50_240 } });
    expect((await call(emulator, "GET", "/commands")).body).toMatchObject([{ type: 4, handler: 2 }]);
  });

  it("one entry point and no more (30032), and none in a guild", async () => {
    const emulator = await start({ applications: [{ activities: true }] });
    const play = { type: 4, name: "play", description: "Play together", handler: 1 };
    expect(await call(emulator, "POST", "/commands", play)).toMatchObject({ body: { code: 30_032 } });
    expect(await call(emulator, "POST", `/guilds/${guildId}/commands`, play)).toMatchObject({
      status: 400,
      body: { code: 50_035 },
    });
  });

  it("the 101st slash command of a scope is refused (30032), and the 201st create of a day (30034 as 429)", async () => {
    const emulator = await start();
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...ping, name: `c${from + index}` }));
    expect((await call(emulator, "PUT", "/commands", names(0, 100))).status).toBe(200);
    expect(await call(emulator, "POST", "/commands", ping)).toMatchObject({ body: { code: 30_032 } });
    expect((await call(emulator, "PUT", "/commands", names(100, 100))).status).toBe(200);
    const spent = await call(emulator, "PUT", "/commands", names(200, 1));
    expect(spent).toMatchObject({ status: 429, body: { code: 30_034, global: false } });
    expect(spent.body["retry_after"]).toBeCloseTo(432, -1);
    expect(spent.headers.get("x-ratelimit-scope")).toBe("shared");
    expect((await call(emulator, "GET", "/commands")).body).toHaveLength(100);
    expect((await call(emulator, "POST", `/guilds/${guildId}/commands`, ping)).status).toBe(201);
  });

  it("lists show one language unless all are asked for", async () => {
    const emulator = await start();
    const choice = { name: "Red", value: "red", name_localizations: { de: "Rot" } };
    const texts = { description_localizations: { "en-GB": "Colour it" } };
    const option = { type: 3, name: "color", description: "Color it", choices: [choice], ...texts };
    await call(emulator, "POST", "/commands", {
      ...ping,
      options: [option],
      name_localizations: { de: "pingen" },
    });
    const all = await call(emulator, "GET", "/commands?with_localizations=true");
    expect(all.body).toMatchObject([{ name_localizations: { de: "pingen" } }]);
    const german = await call(emulator, "GET", "/commands", undefined, { "x-discord-locale": "de" });
    expect(german.body).toMatchObject([
      { name: "ping", name_localized: "pingen", options: [{ choices: [{ name_localized: "Rot" }] }] },
    ]);
    expect(JSON.stringify(german.body)).not.toContain("_localizations");
    const american = await call(emulator, "GET", "/commands", undefined, {
      "accept-language": "en-US,en;q=0.9",
    });
    expect(american.body).toMatchObject([{ options: [{ description_localized: "Colour it" }] }]);
    expect(american.body).not.toMatchObject([{ name_localized: expect.anything() }]);
  });
});

describe("permissions", () => {
  it("belong to users with the scope; a rename and a delete erase them", async () => {
    const emulator = await start();
    const { body } = await call(emulator, "POST", "/commands", ping);
    const id = String(body["id"]);
    const path = `/guilds/${guildId}/commands/${id}/permissions`;
    const permissions = [{ id: guildId, type: 1, permission: false }];
    expect(await call(emulator, "PUT", path, { permissions })).toMatchObject({
      status: 403,
      body: { code: 20_001 },
    });
    const weak = await userToken(emulator, "identify");
    const refused = await call(emulator, "PUT", path, { permissions }, { authorization: `Bearer ${weak}` });
    expect(refused).toMatchObject({ status: 401, body: { code: 50_026 } });

    const token = await userToken(emulator, "applications.commands.permissions.update");
    const bearer = { authorization: `Bearer ${token}` };
    expect(await call(emulator, "GET", path)).toMatchObject({ status: 404, body: { code: 10_066 } });
    const kept = { id, application_id: emulator.application.id, guild_id: guildId, permissions };
    expect((await call(emulator, "PUT", path, { permissions }, bearer)).body).toEqual(kept);
    expect((await call(emulator, "GET", `/guilds/${guildId}/commands/permissions`)).body).toEqual([kept]);

    await call(emulator, "PATCH", `/commands/${id}`, { description: "Says pong" });
    expect((await call(emulator, "GET", path)).body).toEqual(kept);
    await call(emulator, "PATCH", `/commands/${id}`, { name: "pong" });
    expect(await call(emulator, "GET", path)).toMatchObject({ body: { code: 10_066 } });
    await call(emulator, "PUT", path, { permissions }, bearer);
    await call(emulator, "DELETE", `/commands/${id}`);
    expect((await call(emulator, "GET", `/guilds/${guildId}/commands/permissions`)).body).toEqual([]);
  });
});

describe("refusals", () => {
  it("of permissions: another application's token, and a guild that the application is not in", async () => {
    const emulator = await start({ applications: [{ guilds: [guildId] }, {}] });
    const token = await userToken(emulator, "applications.commands.permissions.update");
    const bearer = { authorization: `Bearer ${token}` };
    const edit = async (service: Service, guild: string) =>
      call(service, "PUT", `/guilds/${guild}/commands/7/permissions`, { permissions: [] }, bearer);
    expect(await edit(emulator, "7")).toMatchObject({ status: 403, body: { code: 50_001 } });
    expect(await edit(emulator, guildId)).toMatchObject({ status: 404, body: { code: 10_063 } });
    const { apiBase, applications } = emulator;
    const other = { apiBase, application: applications[1] ?? emulator.application };
    expect(await edit(other, guildId)).toMatchObject({ status: 403, body: { code: 20_012 } });
  });

  it("name every wrong field at its place in the tree", async () => {
    const emulator = await start();
    const option = { type: 3, name: "TEXT", description: "" };
    const { body } = await call(emulator, "PUT", "/commands", [
      ping,
      { ...ping, name: "pong", options: [option] },
    ]);
    expect(body).toMatchObject({
      code: 50_035,
      message: "Invalid Form Body",
      errors: {
        1: {
          options: {
            0: {
              name: { _errors: [{ code: "APPLICATION_COMMAND_INVALID_NAME" }] },
              description: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] },
            },
          },
        },
      },
    });
  });

  it("tell what is wrong with the request before its fields", async () => {
    const emulator = await start({ applications: [{ guilds: [guildId] }, {}] });
    const other = emulator.applications[1]?.botToken ?? "";
    const { apiBase, application } = emulator;
    const raw = async (path: string, init: RequestInit) => {
      const response = await fetch(`${apiBase}${path}`, init);
      return { status: response.status, body: await response.json() };
    };
    const headers = { authorization: `Bot ${application.botToken}` };
    const json = { ...headers, "content-type": "application/json" };
    const commands = `/applications/${application.id}/commands`;
    expect(await raw(commands, {})).toEqual({ status: 401, body: { code: 0, message: "401: Unauthorized" } });
    expect(await raw(commands, { headers: { authorization: `Bot ${other}` } })).toMatchObject({
      status: 403,
      body: { code: 20_012 },
    });
    expect(await raw(commands, { headers: json, method: "POST", body: "{" })).toMatchObject({
      status: 400,
      body: { code: 50_109 },
    });
    expect(await raw(commands, { headers, method: "POST", body: "{}" })).toMatchObject({
      body: { code: 50_035 },
    });
    expect(await raw("/applications/undefined/commands", { headers })).toMatchObject({
      body: { code: 50_035, errors: { application_id: { _errors: [{ code: "NUMBER_TYPE_COERCE" }] } } },
    });
    expect(await raw(`${commands}/5`, { headers })).toMatchObject({ status: 404, body: { code: 10_063 } });
    expect(await raw(`/applications/${application.id}/guilds/7/commands`, { headers })).toMatchObject({
      status: 403,
      body: { code: 50_001 },
    });
    const batch = `/applications/${application.id}/guilds/${guildId}/commands/permissions`;
    expect(await raw(batch, { headers, method: "PUT" })).toMatchObject({ status: 405, body: { code: 0 } });
    expect(await raw("/nothing/here", { headers })).toMatchObject({ status: 404, body: { code: 0 } });
  });
});

describe("limits and faults", () => {
  it("a limit shows in headers and ends in a 429 that says how long", async () => {
    const emulator = await start({
      rateLimits: [{ method: "POST", path: /\/commands$/, requests: 2, seconds: 20 }],
    });
    const first = await call(emulator, "POST", "/commands", ping);
    expect(first.headers.get("x-ratelimit-limit")).toBe("2");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    const other = await call(emulator, "POST", `/guilds/${guildId}/commands`, ping);
    expect(other.headers.get("x-ratelimit-remaining")).toBe("1");
    expect(other.headers.get("x-ratelimit-bucket")).toBe(first.headers.get("x-ratelimit-bucket"));
    await call(emulator, "POST", "/commands", ping);
    const refused = await call(emulator, "POST", "/commands", ping);
    expect(refused).toMatchObject({ status: 429, body: { global: false, retry_after: expect.any(Number) } });
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(20);
    expect((await call(emulator, "GET", "/commands")).headers.get("x-ratelimit-limit")).toBeNull();
  });

  it("a refusal has the headers of its limit too", async () => {
    const emulator = await start({ rateLimits: [{ requests: 2, seconds: 20 }] });
    const refused = await call(emulator, "POST", "/commands", { name: "Loud" });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("1");
    expect((await call(emulator, "GET", "/commands/7")).headers.get("x-ratelimit-remaining")).toBe("0");
  });

  it("a fault can make a route slow, and leaves the others alone", async () => {
    const emulator = await start();
    const end = emulator.faults.add({ method: "GET", path: /\/commands$/, latencyMs: 3_600_000 });
    const order: string[] = [];
    const stop = new AbortController();
    const url = `${emulator.apiBase}/applications/${emulator.application.id}/commands`;
    const headers = { authorization: `Bot ${emulator.application.botToken}` };
    const slow = fetch(url, { headers, signal: stop.signal }).catch(() => order.push("given up"));
    expect((await call(emulator, "POST", "/commands", ping)).status).toBe(201);
    order.push("answered");
    stop.abort();
    await slow;
    expect(order).toEqual(["answered", "given up"]);
    end();
    emulator.faults.add({ path: /\/commands$/, latencyMs: 1 });
    expect((await call(emulator, "GET", "/commands")).body).toHaveLength(1);
  });

  it("a fault hits the requests it is for, as often as it says", async () => {
    const emulator = await start();
    emulator.faults.add({
      method: "GET",
      path: /\/commands$/,
      times: 1,
      answer: { status: 503, body: { message: "down" } },
    });
    expect((await call(emulator, "POST", "/commands", ping)).status).toBe(201);
    expect(await call(emulator, "GET", "/commands")).toMatchObject({
      status: 503,
      body: { message: "down" },
    });
    expect((await call(emulator, "GET", "/commands")).status).toBe(200);
    const end = emulator.faults.add({ answer: "drop" });
    await expect(call(emulator, "GET", "/commands")).rejects.toThrow("fetch failed");
    end();
    expect((await call(emulator, "GET", "/commands")).status).toBe(200);
  });

  it("an answer can be lost after the request was carried out, or end in the middle", async () => {
    const emulator = await start();
    emulator.faults.add({ times: 1, answer: "drop-answer" });
    await expect(call(emulator, "POST", "/commands", ping)).rejects.toThrow("fetch failed");
    expect((await call(emulator, "GET", "/commands")).body).toHaveLength(1);
    emulator.faults.add({ times: 1, answer: "half" });
    await expect(call(emulator, "GET", "/commands")).rejects.toThrow("terminated");
    emulator.faults.add({ times: 1, answer: "slow" });
    expect((await call(emulator, "DELETE", "/commands/5")).body).toMatchObject({ code: 10_063 });
  });

  it("the commands client turns a spent budget into an error that says when to go on", async () => {
    const { application, apiBase } = await start();
    const credential = { botToken: application.botToken };
    const commands = new CommandsClient({ applicationId: application.id, credential, apiBase });
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
