import { isDeepStrictEqual } from "node:util";
import { CommandsClient, type Snapshot } from "../../src/commands/index.ts";
import { isClientError } from "../../src/core/errors.ts";
import type { ApiPath } from "../../src/core/request/addresses.ts";
import type { Call } from "../../src/core/request/call.ts";
import { parseCredential } from "../../src/core/request/credential.ts";
import { createTransport, type Transport } from "../../src/core/request/transport.ts";
import type { Config } from "./config.ts";

/** The state of the test application before a run. Contains no secrets. */
export interface Before {
  readonly format: 1;
  readonly api: string;
  readonly application: string;
  readonly startedAt: number;
  readonly snapshots: Readonly<Record<ScopeName, Snapshot | undefined>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly metadata: unknown;
  readonly entitlements: readonly string[];
}

type ScopeName = "global" | "guild" | "child";

/** The settings that facts change, with their empty values. */
const emptySettings = { description: "", tags: [], interactions_endpoint_url: null };
const changedSettings = Object.keys(emptySettings) as readonly (keyof typeof emptySettings)[];
const allow = ["delete-entry-point", "empty-scope"] as const;

/** Reads and restores the state that the facts change. */
export class TestApplication {
  readonly #config: Config;
  #transport: Transport | undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  async read(signal: AbortSignal): Promise<Before> {
    const { apiBase: api, variables } = this.#config;
    const { app: application = "", guild = "" } = variables;
    const settings = (await this.#call("GET", "/applications/@me")) as Record<string, unknown>;
    const { global, guild: ofGuild, child } = this.#scopes;
    return {
      format: 1,
      api,
      application,
      startedAt: Date.now(),
      snapshots: {
        global: await global?.snapshot({ guildIds: [guild], signal }),
        guild: await ofGuild?.snapshot({ signal }),
        child: await child?.snapshot({ guildIds: [], signal }),
      },
      settings: Object.fromEntries(changedSettings.map((name) => [name, settings[name] ?? null])),
      metadata: await this.#call("GET", `/applications/${application}/role-connections/metadata`),
      entitlements: await this.#listEntitlements(),
    };
  }

  /** Restores as much as possible. @returns The problems. */
  async restore(before: Before): Promise<readonly string[]> {
    const { application, snapshots, metadata } = before;
    const scopes = this.#scopes;
    const tasks: readonly (readonly [what: string, task: () => Promise<unknown>])[] = [
      ...(["global", "guild", "child"] as const).map(
        (name) =>
          [
            `The ${name} commands`,
            async () => {
              const snapshot = snapshots[name];
              if (snapshot) await scopes[name]?.restore(snapshot, { allow, allowPermissionLoss: true });
            },
          ] as const,
      ),
      ["The application's settings", () => this.#restoreSettings(before)],
      [
        "The linked role metadata",
        () => this.#call("PUT", `/applications/${application}/role-connections/metadata`, metadata ?? []),
      ],
      ["The test entitlements", () => this.#deleteEntitlements(before)],
      ["The bot's messages", () => this.#deleteMessages(before)],
    ];
    const problems: string[] = [];
    for (const [what, task] of tasks)
      await task().catch((error: unknown) => problems.push(`${what}: ${(error as Error).message}`));
    return problems;
  }

  get #scopes() {
    const { apiBase, variables } = this.#config;
    const { app = "", guild = "", botToken, child, childBotToken } = variables;
    const open = (applicationId: string, token: string) =>
      new CommandsClient({ applicationId, credential: { botToken: token }, apiBase });
    const own = botToken === undefined ? undefined : open(app, botToken);
    const second =
      child === undefined || childBotToken === undefined ? undefined : open(child, childBotToken);
    return { global: own?.global, guild: own?.guild(guild), child: second?.global };
  }

  async #restoreSettings({ settings }: Before): Promise<void> {
    const now = (await this.#call("GET", "/applications/@me")) as Record<string, unknown>;
    const changed = changedSettings.filter((name) => !isDeepStrictEqual(now[name] ?? null, settings[name]));
    if (changed.length === 0) return;
    const body = Object.fromEntries(changed.map((name) => [name, settings[name] ?? emptySettings[name]]));
    await this.#call("PATCH", "/applications/@me", body);
  }

  async #listEntitlements(): Promise<readonly string[]> {
    const { app } = this.#config.variables;
    return idsIn(await this.#call("GET", `/applications/${app}/entitlements`));
  }

  async #deleteEntitlements({ application, entitlements }: Before): Promise<void> {
    for (const id of await this.#listEntitlements())
      if (!entitlements.includes(id))
        await this.#call("DELETE", `/applications/${application}/entitlements/${id}`);
  }

  /** Deletes the messages that the bot sent in this run in the guild's first text channel. */
  async #deleteMessages({ application, startedAt }: Before): Promise<void> {
    const { guild } = this.#config.variables;
    const channels = (await this.#call("GET", `/guilds/${guild}/channels`)) as readonly {
      id: string;
      type: number;
    }[];
    const channel = channels.find(({ type }) => type === 0)?.id;
    if (channel === undefined) return;
    const path = `/channels/${channel}/messages`;
    const after = BigInt(startedAt - firstId) << 22n;
    const found = (await this.#call("GET", `${path}?limit=100`)) as readonly {
      id: string;
      author: { id: string };
    }[];
    for (const { id, author } of found)
      if (author.id === application && BigInt(id) > after)
        await this.#call("DELETE", `${path}/${id}`).catch(ignoreMissing);
  }

  /** Waits for rate limits and repeats failed requests, as the library does. */
  async #call(method: Call["method"], path: string, body?: unknown): Promise<unknown> {
    const { apiBase, variables } = this.#config;
    this.#transport ??= createTransport({
      applicationId: variables["app"] ?? "",
      credential: parseCredential({ botToken: variables["botToken"] }, "credential"),
      apiBase,
    });
    const call = { operation: `${method} ${path}`, method, path: path as ApiPath, access: "bot" } as const;
    return this.#transport.call({ ...call, ...(body !== undefined && { body }) });
  }
}

const firstId = Date.UTC(2015, 0, 1);

/** The emulator cannot delete messages. */
function ignoreMissing(error: unknown): void {
  if (!(isClientError(error) && error.status === 404)) throw error;
}

function idsIn(list: unknown): readonly string[] {
  return (Array.isArray(list) ? (list as readonly { id: string }[]) : []).map(({ id }) => id);
}
