import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { connectEmulator } from "../../src/emulator/index.ts";
import { remoteMethods } from "../../src/emulator/player/connect-emulator.ts";
import * as main from "../../src/index.ts";
import { Delivery } from "../../src/interactions/answer/delivery.ts";
import * as interactions from "../../src/interactions/index.ts";
import { createServiceCalls } from "../../src/interactions/answer/service.ts";
import { createAnswerRules } from "../../src/interactions/messages/rules/messages.ts";
import { checkRedis, redisLimits } from "../../src/server/redis/index.ts";
import { ApiClient, RoleConnectionMetadataType } from "../../src/resources/index.ts";
import {
  createPlayerTokens,
  memoryPlayerStore,
  type PlayerTokens,
  verifyIdToken,
} from "../../src/server/index.ts";
import { formatRecord } from "../../src/tokens/token-set.ts";
import { commandPayload } from "../setup/interactions/service.ts";

// Finds every public method and function in the golden declarations that returns a promise or an async iterator; test/package compares
// these declarations with the shipped ones. Each function is aborted during every external call that it makes, or has a reason for not
// accepting a signal.

const applicationId = "1234567890123456789";
const player = "222222222222222222";
const scopes = "openid identify";
const verifier = "v".repeat(43);
const redirectUri = "http://127.0.0.1:1/callback";
const token = "a-token-of-nobody-0123456789";
const ping = { name: "ping", description: "Answers with pong" };
const { OIDC } = main.AuthenticationExternalAuthType;
const { Bearer } = main.AuthorizationTokenType;

/** The library's environment. Every call returns immediately, except call number `hangAt`, which never settles. */
class Outside {
  requestCount = 0;
  hangAt = 0;
  #reportHanging: (state: string) => void = () => undefined;
  /** Resolves as soon as a call hangs. */
  readonly hanging = new Promise<string>((resolve) => (this.#reportHanging = resolve));

  async call<T>(answer: () => T | Promise<T>): Promise<T> {
    this.requestCount += 1;
    return this.requestCount === this.hangAt ? this.hang() : answer();
  }

  async hang(): Promise<never> {
    this.#reportHanging("it hangs");
    return new Promise(() => undefined);
  }

  readonly fetch: main.Fetch = async (url) => this.call(() => Response.json(answerAt(new URL(url).pathname)));
  readonly command = async (): Promise<unknown> => this.call(() => "OK");
  readonly openBrowser = async (): Promise<void> => this.call(async () => this.hang());

  /** Wraps a store and counts its calls. */
  watched<Store extends object>(store: Store): Store {
    const get = (of: Store, name: string | symbol): unknown => {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== "function" || name === "sign" || name === "verify") return value;
      return async (...args: unknown[]) => this.call(() => Reflect.apply(value, of, args) as unknown);
    };
    return new Proxy({ ...store }, { get });
  }
}

function answerAt(path: string): unknown {
  if (/\/(commands|members|guilds|permissions|channels|entitlements|skus|subscriptions)$/.test(path))
    return [];
  if (path.endsWith("/applications/@me")) return { id: applicationId, flags: 0 };
  if (path.endsWith("/users/@me")) return { id: player, username: "ada" };
  if (path === "/control/player") return { ok: true, result: { methods: remoteMethods, firstPlayer: "Ada" } };
  if (!path.endsWith("/token")) return {};
  return { access_token: token, refresh_token: `re-${token}`, token_type: "Bearer", expires_in: 3600 };
}

type Call = (signal: AbortSignal) => unknown;
type Door = (outside: Outside) => Call | Promise<Call>;

const opened: main.Client[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const client of opened.splice(0)) await client.close();
});

/** Calls a client whose store holds a player's tokens. */
const ofClient =
  (call: (client: main.Client, signal: AbortSignal) => unknown): Door =>
  async (outside) => {
    const { fetch, openBrowser } = outside;
    const store = main.memoryTokenStore();
    const expiresAt = Date.now() + 3_600_000;
    const tokens = {
      accessToken: token,
      refreshToken: `re-${token}`,
      scopes,
      requestedScopes: scopes,
      receivedAt: Date.now(),
      expiresAt,
    };
    await store.set(`discord.com/${applicationId}`, formatRecord(tokens));
    const client = new main.Client({ applicationId, fetch, openBrowser, store: outside.watched(store) });
    opened.push(client);
    return (signal) => call(client, signal);
  };
const ofSession =
  (call: (session: main.Session, signal: AbortSignal, client: main.Client) => unknown): Door =>
  async (outside) => {
    const restore = ofClient(async (client, signal) => {
      const session = (await client.restoreSession({ signal })) as main.Session;
      return { call: (stop: AbortSignal) => call(session, stop, client) };
    });
    const restored = await (await restore(outside))(new AbortController().signal);
    return (restored as { call: Call }).call;
  };
const credential = { botToken: "bot-token", userToken: async () => Promise.resolve(token) };
const ofApi =
  (call: (api: ApiClient, signal: AbortSignal) => unknown): Door =>
  ({ fetch }) => {
    const api = new ApiClient({ applicationId, credential, fetch });
    return (signal) => call(api, signal);
  };
const ofCommands =
  (call: (client: CommandsClient, signal: AbortSignal) => unknown): Door =>
  ({ fetch }) => {
    const client = new CommandsClient({ applicationId, credential, fetch });
    return (signal) => call(client, signal);
  };
type Scope = CommandsClient["global"];
const ofScope = (call: (scope: Scope, signal: AbortSignal) => unknown): Door =>
  ofCommands(({ global }, signal) => call(global, signal));
const ofPermissions = (
  call: (of: ReturnType<CommandsClient["guild"]>["permissions"], signal: AbortSignal) => unknown,
): Door => ofCommands((client, signal) => call(client.guild("1").permissions, signal));
const ofInteraction =
  (call: (interaction: interactions.Interaction, signal: AbortSignal) => unknown): Door =>
  ({ fetch }) => {
    const payload = commandPayload({ name: "ping" }) as never;
    const delivery = new Delivery(
      payload,
      createServiceCalls({ fetch }),
      () => undefined,
      createAnswerRules(),
    );
    const interaction = new interactions.Interaction(payload, delivery);
    return (signal) => call(interaction, signal);
  };
/** Calls a message method of an answered interaction. */
const ofMessages =
  (call: (messages: interactions.Messages, signal: AbortSignal) => unknown): Door =>
  async ({ fetch }) => {
    const payload = commandPayload({ name: "ping" }) as never;
    const delivery = new Delivery(
      payload,
      createServiceCalls({ fetch }),
      () => undefined,
      createAnswerRules(),
    );
    await delivery.finish({ type: 4, data: { content: "x" } });
    return (signal) => call(delivery.messages, signal);
  };
const ofPlayerTokens =
  (call: (tokens: PlayerTokens, signal: AbortSignal, secret: string) => unknown): Door =>
  async (outside) => {
    const { fetch } = outside;
    const store = outside.watched(memoryPlayerStore());
    const tokens = createPlayerTokens({ applicationId, clientSecret: "secret", store, fetch });
    const { refreshToken } = await tokens.exchange({ code: "c0de", codeVerifier: verifier, redirectUri });
    return (signal) => call(tokens, signal, refreshToken);
  };

const fleetRequest = {
  applicationId,
  identity: "bot",
  route: "GET /users/@me",
  resource: "",
  operation: "Asking",
  mayWaitMs: 1000,
  wait: async () => Promise.resolve(),
};
const metadata = [
  { type: RoleConnectionMetadataType.IntegerEqual, key: "level", name: "Level", description: "The level" },
];
const settingsPlan = {
  applicationId,
  changes: [],
  writes: [
    { kind: "metadata", body: metadata },
    { kind: "settings", body: { description: "A game" } },
  ],
} as const;
const entryPoint = interactions.entryPoint({ name: "launch", description: "Launches the game", handler: 2 });

const callback = "The caller's own function: whoever calls it stops waiting for it by a signal.";
const store =
  "The caller may implement it; whoever asks it stops waiting by a signal, as the rows of the askers hold.";
const endpoint = "It answers a request of the service, which hangs up after 3 seconds.";
const emulated =
  "It drives a test's own emulator, which waits 3 seconds for an endpoint, and ends all with close().";
const ends = "It ends what is under way.";
const presence = "It does not wait for the desktop client, or for at most five seconds.";

/** Rows with the same reason, for names separated by white space. */
const because = (reason: string, names: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, reason]));

const doors: Readonly<Record<string, Door | string>> = {
  "ApplicationEndpoints.get": ofApi((api, signal) => api.application.get({ signal })),
  "ApplicationEndpoints.apply": ofApi((api, signal) => api.application.apply(settingsPlan, { signal })),
  "ChannelEndpoints.setVoiceStatus": ofApi((api, signal) => api.channel("1").setVoiceStatus("x", { signal })),
  "ChannelMessages.create": ofApi((api, signal) =>
    api.channel("1").messages.create({ content: "x" }, { signal }),
  ),
  "EntitlementEndpoints.list": ofApi((api, signal) => api.entitlements.list({ signal })),
  "EntitlementEndpoints.all": ofApi((api, signal) => api.entitlements.all({ signal }).next()),
  "EntitlementEndpoints.get": ofApi((api, signal) => api.entitlements.get("1", { signal })),
  "EntitlementEndpoints.consume": ofApi((api, signal) => api.entitlements.consume("1", { signal })),
  "EntitlementEndpoints.createTest": ofApi((api, signal) =>
    api.entitlements.createTest({ sku_id: "1", owner_id: "2", owner_type: 2 }, { signal }),
  ),
  "EntitlementEndpoints.deleteTest": ofApi((api, signal) => api.entitlements.deleteTest("1", { signal })),
  "GuildEndpoints.get": ofApi((api, signal) => api.guild("1").get({ signal })),
  "GuildEndpoints.channels": ofApi((api, signal) => api.guild("1").channels({ signal })),
  "GuildEndpoints.member": ofApi((api, signal) => api.guild("1").member("2", { signal })),
  "LobbyEndpoints.updateMembers": ofApi((api, signal) =>
    api.lobby("1").updateMembers([{ id: "2" }], { signal }),
  ),
  "RoleConnectionMetadataEndpoints.get": ofApi((api, signal) => api.roleConnectionMetadata.get({ signal })),
  "RoleConnectionMetadataEndpoints.set": ofApi((api, signal) =>
    api.roleConnectionMetadata.set(metadata, { signal }),
  ),
  "ApplicationSkus.list": ofApi((api, signal) => api.skus.list({ signal })),
  "SkuSubscriptions.list": ofApi((api, signal) => api.sku("1").subscriptions.list({ userId: "2", signal })),
  "SkuSubscriptions.all": ofApi((api, signal) =>
    api.sku("1").subscriptions.all({ userId: "2", signal }).next(),
  ),
  "SkuSubscriptions.get": ofApi((api, signal) => api.sku("1").subscriptions.get("2", { signal })),
  "ThreadMembers.list": ofApi((api, signal) => api.thread("1").members.list({ signal })),
  "ThreadMembers.all": ofApi((api, signal) => api.thread("1").members.all({ signal }).next()),
  "ThreadMembers.get": ofApi((api, signal) => api.thread("1").members.get("2", { signal })),
  "UserEntitlements.list": ofApi((api, signal) => api.currentUser.entitlements.list({ signal })),
  "UserGuilds.list": ofApi((api, signal) => api.currentUser.guilds.list({ signal })),
  "UserGuilds.all": ofApi((api, signal) => api.currentUser.guilds.all({ signal }).next()),
  "UserRoleConnection.get": ofApi((api, signal) => api.currentUser.roleConnection.get({ signal })),
  "UserRoleConnection.set": ofApi((api, signal) =>
    api.currentUser.roleConnection.set({ platform_name: "x" }, { signal }),
  ),

  "CommandPermissions.list": ofPermissions((of, signal) => of.list({ signal })),
  "CommandPermissions.get": ofPermissions((of, signal) => of.get("2", { signal })),
  "CommandPermissions.edit": ofPermissions((of, signal) => of.edit("2", [], { signal })),
  "CommandScope.list": ofScope((scope, signal) => scope.list({ signal })),
  "CommandScope.create": ofScope((scope, signal) => scope.create(ping, { signal })),
  "CommandScope.get": ofScope((scope, signal) => scope.get("2", { signal })),
  "CommandScope.edit": ofScope((scope, signal) => scope.edit("2", { name: "pong" }, { signal })),
  "CommandScope.delete": ofScope((scope, signal) => scope.delete("2", { signal })),
  "CommandScope.overwrite": ofScope((scope, signal) => scope.overwrite([ping], { signal })),
  "CommandScope.plan": ofScope((scope, signal) => scope.plan([ping], { signal })),
  "CommandScope.apply": async ({ fetch }) => {
    const { global } = new CommandsClient({ applicationId, credential, fetch });
    const plan = await global.plan([ping]);
    return (signal) => global.apply(plan, { signal });
  },
  "CommandScope.sync": ofScope((scope, signal) => scope.sync([ping], { signal })),
  "CommandScope.pull": ofScope((scope, signal) => scope.pull({ signal })),
  "CommandScope.snapshot": ofScope((scope, signal) => scope.snapshot({ signal })),
  "CommandScope.planRestore": async ({ fetch }) => {
    const { global } = new CommandsClient({ applicationId, credential, fetch });
    const snapshot = await global.snapshot();
    return (signal) => global.planRestore(snapshot, { signal });
  },
  "CommandScope.restore": async ({ fetch }) => {
    const { global } = new CommandsClient({ applicationId, credential, fetch });
    const snapshot = await global.snapshot();
    return (signal) => global.restore(snapshot, { signal });
  },
  // Reports each guild's outcome instead of rejecting, even when aborted.
  "CommandsClient.planPermissions": ofCommands(async (client, signal) => {
    const rules = { "*": [{ user: player, allow: true }] };
    const [guild] = await client.planPermissions(rules, { guildIds: ["1"], signal });
    throw guild?.status === "failed" ? guild.error : new Error("The guild could be planned.");
  }),
  "CommandsClient.applyPermissions": ofCommands(async (client, signal) => {
    const edits = [
      { id: "2", name: "ping", before: [], after: [{ id: player, type: 2, permission: true }] },
    ] as const;
    const plan = { guildId: "1", guildName: "", digest: "", edits, uses: [], unchanged: [], kept: [] };
    const [guild] = await client.applyPermissions([plan], { signal });
    throw guild?.error ?? new Error("The permissions were applied.");
  }),
  "CommandsClient.rollout": ofCommands(async (client, signal) => {
    const [guild] = await client.rollout([ping], ["1"], { signal });
    throw guild?.error ?? new Error("The rollout went through.");
  }),

  "RequestLimits.enter": ({ command }) => {
    const limits = redisLimits({ command, instances: 2 });
    return (signal) => limits.enter({ ...fleetRequest, signal });
  },
  "LimitedRequest.wait": "The library gives it, and ends it by the signal of the call.",
  checkRedis:
    ({ command }) =>
    (signal) =>
      checkRedis({ command, signal }),

  playerMessage: "It reads a text of the package, and asks nobody.",
  startEmulator: "It listens on this machine, and asks nobody.",
  "Emulator.rotateSigningKey": "It makes a key, and asks nobody.",
  "Client.connect": "It waits for the Social SDK, which test/flow/social-sdk.test.ts aborts.",
  inspectSocialSdk: "It loads a library into this process and waits for at most ten seconds.",
  "EmulatedDesktopClient.requestAuthorization":
    "It writes to the sockets of games, and waits for none of them.",

  "Interaction.launchActivity": ofInteraction((interaction, signal) =>
    interaction.launchActivity({ withResponse: true, signal }),
  ),
  "Messages.send": ofMessages((messages, signal) => messages.send({ content: "x" }, { signal })),
  "Messages.fetch": ofMessages((messages, signal) => messages.fetch("@original", { signal })),
  "Messages.edit": ofMessages((messages, signal) => messages.edit({ content: "x" }, "@original", { signal })),
  "Messages.delete": ofMessages((messages, signal) => messages.delete("@original", { signal })),
  fetchActivityInstance:
    ({ fetch }) =>
    (signal) =>
      interactions.fetchActivityInstance("i-1", {
        applicationId,
        credential: { botToken: "bot-token" },
        fetch,
        signal,
      }),
  exchangeActivityCode:
    ({ fetch }) =>
    (signal) =>
      interactions.exchangeActivityCode({
        applicationId,
        clientSecret: "secret",
        code: "c0de",
        fetch,
        signal,
      }),
  verifyParticipant:
    ({ fetch }) =>
    (signal) =>
      interactions.verifyParticipant({
        applicationId,
        credential: { botToken: "bot-token" },
        instanceId: "i-1",
        userId: player,
        fetch,
        signal,
      }),
  findEntryPoint: ofScope((scope, signal) => interactions.findEntryPoint(scope, { signal })),
  registerEntryPoint: ofScope((scope, signal) =>
    interactions.registerEntryPoint(scope, entryPoint, { signal }),
  ),
  verifyIdToken: ({ fetch }) => {
    const claims = {
      iss: "https://discord.com",
      aud: applicationId,
      sub: player,
      iat: 0,
      exp: 9_999_999_999,
    };
    const parts = [{ alg: "RS256" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    return (signal) => verifyIdToken(`${parts.join(".")}.AAAA`, { audience: applicationId, fetch, signal });
  },
  verifyInteraction: "It computes, and asks nobody.",
  "InteractionHandler.sync": ofCommands((client, signal) => {
    const commands = [interactions.defineCommand({ ...ping, handle: () => undefined })];
    const report = () => undefined;
    const handler = interactions.createInteractionHandler({ publicKey: "0".repeat(64), commands, report });
    return handler.sync(client, { signal });
  }),
  "SyncedScope.sync": "It is CommandScope.sync.",

  "PlayerEvents.APPLICATION_DEAUTHORIZED": "It handles an event, which has been answered by then.",
  "PlayerTokens.exchange": ofPlayerTokens((tokens, signal) =>
    tokens.exchange({ code: "c0de", codeVerifier: verifier, redirectUri, signal }),
  ),
  "PlayerTokens.authenticate": ofPlayerTokens((tokens, signal) =>
    tokens.authenticate({ type: OIDC, token: "proof" }, { signal }),
  ),
  "PlayerTokens.accessToken": ofPlayerTokens((tokens, signal) =>
    tokens.accessToken(player, { rejected: token, signal }),
  ),
  "PlayerTokens.useSession": ofPlayerTokens((tokens, signal, secret) =>
    tokens.useSession(secret, { signal }),
  ),
  "PlayerTokens.revoke": ofPlayerTokens((tokens, signal) => tokens.revoke(player, { signal })),
  "PlayerTokens.forget": ofPlayerTokens((tokens, signal) => tokens.forget(player, { signal })),
  "PlayerTokens.drain": async (outside) => {
    const { fetch } = outside;
    const options = { applicationId, clientSecret: "secret", store: memoryPlayerStore(), fetch };
    const tokens = createPlayerTokens(options);
    await tokens.exchange({ code: "c0de", codeVerifier: verifier, redirectUri });
    outside.hangAt = outside.requestCount + 1;
    tokens.accessToken(player, { rejected: token }).catch(() => undefined);
    await outside.hanging;
    return (signal) => tokens.drain({ signal });
  },

  "TokenStore.exclusively": (outside) => {
    const tokens = main.memoryTokenStore();
    void tokens.exclusively("account", () => new Promise(() => undefined));
    return (signal) => {
      void outside.hang();
      return tokens.exclusively("account", outside.command, signal);
    };
  },
  withProcessLock: async (outside) => {
    const name = `every-signal-${process.pid}-${Math.random()}`;
    await new Promise<void>((resolve) => {
      void main.withProcessLock(name, async () => (resolve(), new Promise(() => undefined)));
    });
    return (signal) => {
      void outside.hang();
      return main.withProcessLock(name, outside.command, signal);
    };
  },

  "Client.Authorize": ofClient((client, signal) => client.Authorize({ scopes }, { signal })),
  "Client.GetToken": ofClient((client, signal) =>
    client.GetToken(applicationId, "c0de", verifier, redirectUri, { signal }),
  ),
  "Client.GetTokenFromDevice": ofClient((client, signal) =>
    client.GetTokenFromDevice({ scopes }, { signal, onPrompt: () => undefined }),
  ),
  "Client.RefreshToken": ofClient((client, signal) => client.RefreshToken(applicationId, token, { signal })),
  "Client.UpdateToken": "It keeps the token in memory.",
  "Slashpass.invoke": "A page cannot abort the game's handler.",
  "SlashpassActions.cancel": "It aborts the sign-in.",
  "SlashpassActions.listAccounts": "It reads the token store.",
  "SlashpassActions.signIn": "Pages call cancel, because signals do not cross IPC.",
  "SlashpassActions.signOut": "It has to finish.",
  "SlashpassActions.switchAccount": "A later operation aborts it.",
  redisSeen: "The handler limits its time.",
  "Client.RevokeToken": ofClient((client, signal) => client.RevokeToken(applicationId, token, { signal })),
  "Client.ExchangeChildToken": ofClient((client, signal) =>
    client.ExchangeChildToken(token, "2", { signal }),
  ),
  "Client.GetProvisionalToken": ofClient((client, signal) =>
    client.GetProvisionalToken(applicationId, OIDC, "proof", { signal }),
  ),
  "Client.GetTokenFromProvisionalMerge": ofClient((client, signal) =>
    client.GetTokenFromProvisionalMerge(applicationId, "c0de", verifier, redirectUri, OIDC, "proof", {
      signal,
    }),
  ),
  "Client.GetTokenFromDeviceProvisionalMerge": ofClient((client, signal) =>
    client.GetTokenFromDeviceProvisionalMerge({ scopes }, OIDC, "proof", {
      signal,
      onPrompt: () => undefined,
    }),
  ),
  "Client.UnmergeIntoProvisionalAccount": ofClient((client, signal) =>
    client.UnmergeIntoProvisionalAccount(applicationId, OIDC, "proof", { signal }),
  ),
  "Client.FetchCurrentUser": ofClient((client, signal) => client.FetchCurrentUser(Bearer, token, { signal })),
  "Client.signIn": ofClient((client, signal) => client.signIn({ scopes, signal })),
  "Client.restoreSession": ofClient((client, signal) => client.restoreSession({ signal })),
  "Client.listAccounts": ofClient((client, signal) => client.listAccounts({ signal })),
  "Session.signOut": ofSession((session, signal) => session.signOut({ signal })),
  "Client.signOut": ofSession((_session, signal, client) => client.signOut({ signal })),
  "Session.accessToken": ofSession((session, signal) => session.accessToken({ signal, rejected: token })),
  "Session.user": ofSession((session, signal) => session.user({ signal })),
  diagnose: (outside) => {
    const { fetch } = outside;
    const tokens = outside.watched(main.memoryTokenStore());
    return (signal) => main.diagnose({ applicationId, fetch, store: tokens, signal });
  },
  connectEmulator: ({ fetch }) => {
    vi.stubGlobal("fetch", fetch);
    return (signal) => connectEmulator("http://127.0.0.1:8181", { signal });
  },
  openSystemBrowser: "It hands the URL to the system's launcher, and waits two seconds at most.",
  ...because(
    emulated,
    `EmulatorApplication.setInteractionsEndpoint EmulatorApplication.setEventsEndpoint
    EmulatorApplication.eventsSent PlayerAgent.use PlayerAgent.useOn PlayerAgent.type PlayerAgent.press
    PlayerAgent.select PlayerAgent.submit ScriptedActivity.command ScriptedActivity.subscribe
    ScriptedActivity.unsubscribe EmulatedDesktopClient.restart`,
  ),
  ...because(
    store,
    `PlayerStore.take PlayerStore.write PlayerStore.release PlayerStore.put PlayerStore.delete
    PlayerStore.openSession PlayerStore.useSession PlayerStore.count TokenStore.probe TokenStore.get
    TokenStore.set TokenStore.delete Keytar.getPassword Keytar.setPassword Keytar.deletePassword`,
  ),
  ...because(
    callback,
    `RolloutJournal.read RolloutJournal.append ApplyOptions.onProgress UserCredential.userToken
    IncomingRequest.readBody PlayerTokensOptions.externalAuth`,
  ),
  ...because(ends, `Emulator.close Client.close Client.[Symbol.asyncDispose] Session.[Symbol.asyncDispose]`),
  ...because(presence, "Presence.set Presence.clear PresenceJoinRequest.accept PresenceJoinRequest.decline"),
  ...because(endpoint, "Interaction.defer SignedEndpoint.() SignedEndpoint.receive"),
};

const isDoor = (row: [string, Door | string]): row is [string, Door] => typeof row[1] === "function";
const rows = Object.entries(doors).filter(isDoor);

const golden = new URL("../golden/declarations/", import.meta.url);
const declarationHead = /^(?:export )?(?:declare )?(function|class|interface|const|type) (\w+)/;
const memberName = /^ {4}(?:readonly )?(?:(\w+|\[[\w.]+\])\??:? ?(?:<[^(]*>)?)?\(/;
const givesPromise = /(?:\)|=>)(?::| =>)? ?(?:void \| )?(?:Promise|AsyncIterableIterator)</;
const isEnd = (line: string): boolean => /^(?: {4})?\S.*;$|^ {4}\}.*;$/.test(line);

/** Returns the names of declared functions and members that return a promise. Member names are prefixed with their owner. */
function promisersIn(declarations: string): string[] {
  const names: string[] = [];
  let owner = "";
  let member = "";
  for (const line of declarations.split("\n")) {
    const [, kind, name] = declarationHead.exec(line) ?? [];
    if (name !== undefined) owner = name;
    if (kind === "function" && givesPromise.test(line)) names.push(owner);
    if (!line.startsWith("    ")) continue;
    member += line.startsWith("     ") ? line.trim() : line;
    if (!isEnd(line)) continue;
    const [found, of = "()"] = memberName.exec(member) ?? [];
    if (found !== undefined && givesPromise.test(member)) names.push(`${owner}.${of}`);
    member = "";
  }
  return names;
}

const promisers = new Set(
  readdirSync(golden).flatMap((file) => promisersIn(readFileSync(new URL(file, golden), "utf8"))),
);

it("covers each public promise-returning method and function exactly once", () => {
  expect(Object.keys(doors).toSorted()).toEqual([...promisers].toSorted());
});

it.each(rows)("makes no external call if the signal is already aborted: %s", async (_name, door) => {
  const outside = new Outside();
  const call = await door(outside);
  outside.requestCount = 0;
  await expect((async () => call(AbortSignal.abort()))()).rejects.toMatchObject({ type: 7, code: "aborted" });
  expect(outside.requestCount).toBe(0);
});

it.each(rows)("rejects immediately when aborted during any external call: %s", async (_name, door) => {
  for (let hangAt = 1; ; hangAt += 1) {
    const outside = new Outside();
    const call = await door(outside);
    Object.assign(outside, { requestCount: 0, hangAt });
    const stop = new AbortController();
    const outcome = (async () => call(stop.signal))().then(
      () => "it ended by itself",
      (error: unknown) => error,
    );
    const state = await Promise.race([outside.hanging, outcome]);
    if (hangAt === 1) expect(state).toBe("it hangs");
    if (state !== "it hangs") break;
    stop.abort();
    expect(await outcome, `at call ${hangAt}`).toMatchObject({ type: 7, code: "aborted" });
    // If fewer than `hangAt` calls were made, all of them have been tested.
    if (outside.requestCount < hangAt) break;
  }
});
