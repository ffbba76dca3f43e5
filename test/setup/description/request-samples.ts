import type { Caller } from "../../../src/emulator/oauth/bearer.ts";
import { World, type WorldInit } from "../../../src/emulator/state/world.ts";
import { ChannelType } from "../../../src/wire/command-option.ts";
import { CallbackType } from "../../../src/wire/interaction-callback.ts";
import { type InteractionPayload, InteractionType } from "../../../src/wire/interaction.ts";
import { callApi } from "../emulator/api.ts";
import type { Holder, Tidy } from "./bodies.ts";
import type { Random } from "./random.ts";
import { tidyMessage, tidyModal } from "./tidy-message.ts";

const mapName = "map.png";

/** Sends generated bodies to an operation. */
export interface RequestSample {
  /** @throws Refusal if the emulator rejects the body. */
  send(this: void, body: unknown): Promise<unknown>;
  readonly tidy?: Tidy;
}

/** The operations that have a body, except those on commands. Each uses its own world. */
export const requestSamples: Readonly<Record<string, () => RequestSample>> = {
  "POST /interactions/{interaction_id}/{interaction_token}/callback": answerInteraction,
  "POST /webhooks/{webhook_id}/{webhook_token}": () => writeMessage("POST", ""),
  "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": () =>
    writeMessage("PATCH", "/messages/@original"),
  "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": () =>
    writeMessage("PATCH", "/messages/follow-up"),
  "POST /channels/{channel_id}/messages": writeInChannel,
  "PATCH /applications/@me": editApplication,
  "PUT /channels/{channel_id}/voice-status": () =>
    sendJson("PUT /channels/7/voice-status", {
      guilds: [{ name: "Reef", channels: [{ id: "7", name: "Bridge", type: ChannelType.GuildVoice }] }],
    }),
  "POST /lobbies/{lobby_id}/members/bulk": () =>
    sendJson("POST /lobbies/7/members/bulk", { applications: [{ lobbies: [{ id: "7" }] }] }),
  "POST /applications/{application_id}/entitlements": () =>
    sendJson("POST /applications/5/entitlements", { applications: [{ id: "5" }] }),
  "PUT /applications/{application_id}/role-connections/metadata": () => ({
    ...sendJson("PUT /applications/5/role-connections/metadata", { applications: [{ id: "5" }] }),
    tidy: tidyRoleConnections,
  }),
  "PUT /users/@me/applications/{application_id}/role-connection": () =>
    sendJson(
      "PUT /users/@me/applications/5/role-connection",
      { applications: [{ id: "5" }] },
      { bot: false, scopes: "role_connections.write" },
    ),
  "POST /partner-sdk/token": () => sendJson("POST /partner-sdk/token", confidential),
  "POST /partner-sdk/provisional-accounts/unmerge": () =>
    sendJson("POST /partner-sdk/provisional-accounts/unmerge", confidential),
};

/** The bodies' secret is always wrong; malformed bodies are rejected before the secret is checked. */
const confidential: WorldInit = { applications: [{ publicClient: false }] };

function sendJson(request: string, init: WorldInit, caller: Partial<Caller> = {}): RequestSample {
  const [method = "", path = ""] = request.split(" ");
  const world = new World({ world: init });
  const as = { player: world.players.first, ...caller };
  return { send: (body) => callApi(world, method, path, body, as) };
}

/** Creates worlds that each serve a limited number of requests, because stored messages slow a world down. */
function createWorlds(init: WorldInit = {}): () => {
  readonly world: World;
  readonly application_id: string;
  readonly token: string;
} {
  let world = new World({ world: init });
  let count = 0;
  return () => {
    if (++count % 100 === 0) world = new World({ world: init });
    return { world, application_id: world.applications[0].id, token: `t${count}` };
  };
}

function answerInteraction(): RequestSample {
  const nextWorld = createWorlds();
  return {
    send: async (body) => {
      const { world, application_id, token } = nextWorld();
      const { type, data } = (body ?? {}) as { readonly type?: unknown; readonly data?: Holder };
      world.interactions.open({
        ...promptedBy(type, world),
        id: "5",
        token,
        application_id,
      } as InteractionPayload);
      await sendMessage(world, "POST", `/interactions/5/${token}/callback`, body, data?.["attachments"]);
    },
    tidy: (body, random) => {
      const { type, data } = body as { readonly type: number; readonly data?: Holder };
      if (type === CallbackType.Modal) tidyModal(data, random);
      else tidyMessage(data, random);
    },
  };
}

/** Returns an interaction that accepts a callback of this type. */
function promptedBy(type: unknown, { applications }: World): Partial<InteractionPayload> {
  if (type === CallbackType.Pong) return { type: InteractionType.Ping };
  if (type === CallbackType.AutocompleteResult) return { type: InteractionType.Autocomplete };
  if (type !== CallbackType.DeferredUpdate && type !== CallbackType.UpdateMessage)
    return { type: InteractionType.ApplicationCommand, channel_id: "8" };
  const author = {
    id: applications[0].id,
    username: "game",
    discriminator: "0",
    global_name: null,
    avatar: null,
  };
  const message = { id: "7", channel_id: "8", author, content: "Hello", timestamp: "2026-11-22T07:42:00Z" };
  return { type: InteractionType.MessageComponent, channel_id: "8", message };
}

function writeMessage(method: string, channelPath: string): RequestSample {
  const nextWorld = createWorlds();
  return {
    send: async (body) => {
      const { world, application_id, token } = nextWorld();
      const payload = { id: "5", token, application_id, type: 2, channel_id: "8" } as InteractionPayload;
      world.interactions.open(payload);
      world.interactions.answer("5", token, { type: 4, data: { content: "Hello" } });
      const path = channelPath.endsWith("follow-up")
        ? `/messages/${world.interactions.followUp(application_id, token, { body: { content: "Hi" } }).id}`
        : channelPath;
      const listed = (body as Holder | undefined)?.["attachments"];
      await sendMessage(world, method, `/webhooks/${application_id}/${token}${path}`, body, listed);
    },
    tidy: method === "PATCH" ? tidyEdit : tidyMessage,
  };
}

function writeInChannel(): RequestSample {
  const channels = [{ id: "8", name: "general" }];
  const nextWorld = createWorlds({ guilds: [{ id: "7", name: "Reef", channels }] });
  return {
    send: async (body) => {
      const listed = (body as Holder | undefined)?.["attachments"];
      await sendMessage(nextWorld().world, "POST", "/channels/8/messages", body, listed);
    },
    tidy: (message, random) => {
      tidyMessage(message, random);
      const holder = message as Holder;
      if (holder["flags"] === 32_768) delete holder["sticker_ids"];
      if (random.chance(0.9)) delete holder["shared_client_theme"];
    },
  };
}

/** An edit that switches a message to components must remove the message's content. */
function tidyEdit(message: unknown, random: Random): void {
  tidyMessage(message, random);
  const holder = message as Holder;
  if (holder["flags"] === 32_768) holder["content"] = null;
}

function editApplication(): RequestSample {
  const world = new World({});
  return {
    send: (body) => whereAllAnswer(() => callApi(world, "PATCH", "/applications/@me", body)),
  };
}

/** Runs `ask` with a simulated `fetch` that responds as a valid endpoint would, so no real URL is contacted. */
async function whereAllAnswer<T>(ask: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = (_address, init) => answerPing(init);
  try {
    return await ask();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** Returns the response that the emulator expects from both kinds of endpoints. */
async function answerPing({ headers, body }: RequestInit = {}): Promise<Response> {
  const isForged = new Headers(headers).get("x-signature-ed25519") === "0".repeat(128);
  if (isForged) return new Response(null, { status: 401 });
  const { type } = (await new Response(body).json()) as { readonly type: unknown };
  return type === InteractionType.Ping
    ? Response.json({ type: CallbackType.Pong })
    : new Response(null, { status: 204 });
}

/** Makes keys unique and valid, which the schema does not require. */
function tidyRoleConnections(body: unknown): void {
  if (!Array.isArray(body)) return;
  for (const [index, record] of (body as Holder[]).entries()) {
    if (typeof record["key"] === "string" && record["key"] !== "") record["key"] = `key_${index}`;
  }
}

/** Sends a message or callback, as a form if it refers to files. */
async function sendMessage(
  world: World,
  method: string,
  path: string,
  body: unknown,
  listed: unknown,
): Promise<unknown> {
  const hasFiles = Array.isArray(listed) || JSON.stringify(body).includes(`attachment://${mapName}`);
  return await callApi(world, method, path, hasFiles ? messageForm(body, listed) : body);
}

/**
 * Creates a form with a file for each of the message's `attachments` whose id has at most 18 digits, plus a file called `map.png`.
 */
function messageForm(payload: unknown, listed: unknown): FormData {
  const ids = Array.isArray(listed) ? listed.map((one) => (one as { id?: unknown } | null)?.id) : [];
  const keys = [...new Set(ids.map(String))].filter((id) => /^\d{1,18}$/.test(id)).slice(0, 9);
  const form = new FormData();
  for (const key of [...keys, "999"]) form.set(`files[${key}]`, new File(["hello"], mapName));
  form.set("payload_json", JSON.stringify(payload));
  return form;
}
