import { createHash, randomBytes } from "node:crypto";
import { maskSecret } from "../../src/core/request/mask-secret.ts";
import { parseForeignJson } from "../../src/core/request/response.ts";
import { flattenFieldErrors } from "../../src/core/request/service-error.ts";
import { type Actions, openActions } from "./actions.ts";
import { type Config, Missing } from "./config.ts";
import { type DeliveryOptions, openDelivery } from "./delivery.ts";
import type { CreateCount } from "./create-count.ts";
import { type Action, bot, type Expected, namesIn, type RequestData, type Step } from "./fact.ts";
import { mapStrings } from "./shape.ts";

/** A request or an action. May contain secrets unless it is masked. */
export interface Exchange {
  readonly request: Readonly<Record<string, unknown>> & { readonly method: string; readonly path: string };
  readonly response: { readonly status: number; readonly headers: object; readonly body: unknown };
}

export interface SessionOptions extends DeliveryOptions {
  readonly creates?: CreateCount;
  /** Performs the actions in a replay. */
  readonly perform?: (action: Action) => Promise<unknown>;
}

/** A step's result: the compared value, and the value in which variables are located. */
export interface Observation {
  readonly observed: unknown;
  readonly value: unknown;
}

const secretVariables =
  "botToken childBotToken clientSecret basic steamTicket appToken playerToken verifier".split(" ");
const secretFields = new Set(
  "access_token refresh_token id_token device_code user_code token client_secret".split(" "),
);
const minSecretLength = 8;

/** Sends a fact's requests within the rate limits and records them. */
export class Session {
  readonly config: Config;
  readonly exchanges: Exchange[] = [];
  readonly #options: SessionOptions;
  readonly #secrets = new Set<string>();
  #deliver: ReturnType<typeof openDelivery>;
  readonly #base: Map<string, string>;
  readonly #tokens = new Map<string, Promise<string>>();
  #variables = new Map<string, string>();
  #actions: Actions | undefined;

  constructor(config: Config, options: SessionOptions = {}) {
    this.config = config;
    this.#options = options;
    this.#deliver = openDelivery(config, options);
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const { webBase, variables } = config;
    const { app = "", clientSecret = "" } = variables;
    const basic = Buffer.from(`${app}:${clientSecret}`).toString("base64");
    this.#base = new Map(Object.entries({ webBase, verifier, challenge, basic, ...variables }));
    const { guild } = variables;
    if (guild !== undefined) this.#base.set("allChannels", String(BigInt(guild) - 1n));
    for (const name of secretVariables) this.#addSecret(this.#base.get(name));
  }

  /** Discards the variables and exchanges of the previous fact. */
  begin(): void {
    this.#variables = new Map();
    this.exchanges.length = 0;
  }

  /** Discards the cached tokens, which may have expired. */
  forgetTokens(): void {
    this.#tokens.clear();
  }

  /** @throws Missing if a variable is not available. */
  run(step: Step): Promise<Observation> {
    if ("act" in step) return this.#act(step.act);
    const { method, path, json } = step.send;
    const { status } = step.expect as Expected;
    if (!(Number(status) >= 400)) this.#options.creates?.require(method, path, json);
    return this.#send(step.send);
  }

  /** Sets variables. @throws Missing if the value lacks one. */
  keep(step: Step, value: unknown): void {
    for (const [name, at] of Object.entries(step.keep)) {
      const found = valueAt(value, at);
      if (typeof found !== "string" && typeof found !== "number") throw new Missing(`no ${name}`);
      this.#variables.set(name, String(found));
    }
  }

  mask(value: unknown): unknown {
    return mapStrings(value, (text) => [...this.#secrets].reduce(maskSecret, text));
  }

  /** Revokes the cached tokens and stops listening. */
  async close(): Promise<void> {
    // Opens a new delivery, because the current one's signal may have been aborted.
    this.#deliver = openDelivery(this.config, { fetch: this.#options.fetch });
    const tokens = await Promise.allSettled(this.#tokens.values());
    this.#tokens.clear();
    const client = { client_id: "{app}", client_secret: "{clientSecret}" };
    const request = { method: "POST", path: "/oauth2/token/revoke", as: undefined };
    for (const token of tokens)
      if (token.status === "fulfilled")
        await this.#send({ ...request, form: { ...client, token: token.value } });
    await this.#actions?.close();
  }

  async #send({ method, path: template, as, json, form, headers = {} }: RequestData): Promise<Observation> {
    const path = String(await this.#fill(template, encodeURIComponent));
    const url = path.startsWith("/") ? this.config.apiBase + path : path;
    const body = form
      ? new URLSearchParams((await this.#fill(form)) as Record<string, string>).toString()
      : json !== undefined
        ? JSON.stringify(await this.#fill(json))
        : undefined;
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const all = {
      ...(body !== undefined && { "content-type": type }),
      ...(as !== undefined && { authorization: String(await this.#fill(as)) }),
      ...headers,
    };
    const answer = await this.#deliver({ method, url, path, as, headers: all, body });
    const parsed: unknown = answer.text === "" ? undefined : readBody(answer.text);
    this.#options.creates?.note(method, path, answer.status, parsed);
    this.#learn(parsed);
    // Revocation may also invalidate the cached tokens.
    if (path === "/oauth2/token/revoke") this.forgetTokens();
    const response = { status: answer.status, headers: Object.fromEntries(answer.headers), body: parsed };
    const request = { method, path, as, headers, ...(body !== undefined && { body }) };
    this.exchanges.push({ request, response });
    const { code, errors } = (parsed ?? {}) as { code?: unknown; errors?: unknown };
    return { value: parsed, observed: { ...response, code, errors: errorsByPath(errors) } };
  }

  async #act({ name, parameters }: Action): Promise<Observation> {
    if (name === "delete-entry-point") return this.#deleteEntryPoint();
    const action = { name, parameters: (await this.#fill(parameters)) as Record<string, string> };
    const { perform = this.#perform } = this.#options;
    const value = await perform(action);
    this.#learn(value);
    const { code, token } = (value ?? {}) as { code?: unknown; token?: unknown };
    for (const secret of [code, token]) this.#addSecret(secret);
    const response = { status: 200, headers: {}, body: value };
    this.exchanges.push({ request: { method: "ACTION", path: name, body: action.parameters }, response });
    return { value, observed: value };
  }

  /** A bulk overwrite must contain the entry point if there is one. */
  async #deleteEntryPoint(): Promise<Observation> {
    const commands = "/applications/{app}/commands";
    const { value } = await this.#send({ method: "GET", path: commands, as: bot });
    const list = Array.isArray(value)
      ? (value as readonly { readonly id: string; readonly type?: number }[])
      : [];
    for (const { id, type } of list)
      if (type === 4) await this.#send({ method: "DELETE", path: `${commands}/${id}`, as: bot });
    return { value: {}, observed: {} };
  }

  readonly #perform = async (action: Action): Promise<unknown> => {
    this.#actions ??= openActions(this.config, this.#base, this.#options.signal);
    return this.#actions.perform(action);
  };

  async #fill(value: unknown, encode = (text: string): string => text): Promise<unknown> {
    const values = new Map<string, string>();
    for (const name of namesIn(value)) {
      const found = await this.#value(name);
      values.set(name, name === "webBase" ? found : encode(found));
    }
    return mapStrings(value, (text) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? ""),
    );
  }

  async #value(name: string): Promise<string> {
    const known = this.#variables.get(name) ?? this.#base.get(name);
    if (known !== undefined) return known;
    const create = { appToken: this.#issueAppToken, playerToken: this.#issuePlayerToken }[name];
    if (!create) throw new Missing(`no ${name}`);
    const token = this.#tokens.get(name) ?? create();
    this.#tokens.set(name, token);
    const { length } = this.exchanges;
    try {
      return await token;
    } catch (error) {
      this.#tokens.delete(name);
      throw error;
    } finally {
      // Discards the token requests, which are not part of the fact.
      this.exchanges.length = length;
    }
  }

  readonly #issueAppToken = (): Promise<string> =>
    this.#issue({ grant_type: "client_credentials", scope: "applications.commands.update" });

  readonly #issuePlayerToken = async (): Promise<string> => {
    const scope =
      "identify openid guilds role_connections.write connections applications.commands.permissions.update";
    const { value } = await this.#act({ name: "visit", parameters: { scope } });
    const { code = "", redirect_uri = "" } = value as Readonly<Record<string, string>>;
    const verifier = this.#base.get("verifier") ?? "";
    return this.#issue({ grant_type: "authorization_code", code, redirect_uri, code_verifier: verifier });
  };

  async #issue(form: Readonly<Record<string, string>>): Promise<string> {
    const client = { client_id: "{app}", client_secret: "{clientSecret}" };
    const request = { method: "POST", path: "/oauth2/token", as: undefined };
    const { value } = await this.#send({ ...request, form: { ...client, ...form } });
    const { access_token: token } = (value ?? {}) as { access_token?: unknown };
    if (typeof token !== "string") throw new Missing(`no token for ${form["grant_type"]}`);
    return token;
  }

  #learn(body: unknown): void {
    if (Array.isArray(body)) return body.forEach((one) => this.#learn(one));
    if (typeof body !== "object" || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (secretFields.has(name)) this.#addSecret(value);
      else this.#learn(value);
    }
  }

  #addSecret(value: unknown): void {
    if (typeof value === "string" && value.length >= minSecretLength) this.#secrets.add(value);
  }
}

/** `[type=2].id` is the id of the first item whose type is 2. */
function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce((at: unknown, part) => {
    const [, name = "", wanted] = /^\[(\w+)=(\w+)\]$/.exec(part) ?? [];
    if (wanted === undefined) return (at as Container | null | undefined)?.[part];
    return (Array.isArray(at) ? (at as readonly Container[]) : []).find(
      (item) => String(item[name]) === wanted,
    );
  }, value);
}

type Container = Readonly<Record<string, string | number | undefined>>;

function readBody(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return `${text.slice(0, 200)}…`;
  }
}

/** Returns the codes of the field errors, by path. */
function errorsByPath(errors: unknown): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { path, code } of flattenFieldErrors(errors, undefined))
    found[path] = [found[path], code].filter(Boolean).join(" ");
  return found;
}
