import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ClientError, ErrorType } from "../errors.ts";
import type { Profile } from "../commands/rules/table.ts";
import type { Snowflake } from "../snowflake.ts";
import { CommandType, EntryPointHandler } from "../wire/command.ts";
import { Activities } from "./activities.ts";
import { EmulatorApplication, type EmulatorApplicationInit } from "./application.ts";
import { createAuthorizationServer } from "./authorization-server.ts";
import { CommandBook } from "./command-book.ts";
import { DevicePolls } from "./device-polls.ts";
import { ExternalAccounts } from "./external-accounts.ts";
import { Faults } from "./faults.ts";
import { type Invocation, type InvocationResult, invoke } from "./invoke.ts";
import { MemoryStorage } from "./memory-adapter.ts";
import { createPlayerAgent, type PlayerAgent, type PlayerAgentOptions } from "./player-agent.ts";
import { type Player, Players } from "./players.ts";
import { type RateLimit, RateLimits } from "./rate-limits.ts";
import { createListener } from "./server.ts";

/** How an emulator is set up. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /** Default: one public application with everything at random. */
  readonly applications?: readonly EmulatorApplicationInit[] | undefined;
  /** Names of the players who have an account. Default Ada and Grace. */
  readonly players?: readonly string[] | undefined;
  /** Seconds that an access token lives. Default 604800 (7 days), as at the service. */
  readonly accessTokenSeconds?: number | undefined;
  /** Seconds that a device has to leave between two questions for its token. Default 5, as at the service. */
  readonly deviceIntervalSeconds?: number | undefined;
  /** Which reading of the command rules is enforced. Default `spec`. */
  readonly profile?: Profile | undefined;
  /** Limits of the API, most special first: the first that fits a request counts it. Default none. */
  readonly rateLimits?: readonly RateLimit[] | undefined;
}

/** The service on this machine. Everything it knows is in memory and gone when it is closed. */
export interface Emulator extends AsyncDisposable {
  /** For `apiBase` of a client and `baseUrl` of a commands client. */
  readonly apiBase: string;
  /** For `webBase` of a client. */
  readonly webBase: string;
  /** The first application. */
  readonly application: EmulatorApplication;
  readonly applications: readonly EmulatorApplication[];
  readonly players: readonly [Player, ...Player[]];
  /** What goes wrong, or takes long: for tests of how a game copes. */
  readonly faults: Faults;
  /** Lets a player use a command of the first application. */
  invoke(invocation: Invocation): Promise<InvocationResult>;
  /** A scripted user agent for `openBrowser`: it follows the pages as a player would, at once. */
  createPlayerAgent(options?: PlayerAgentOptions): PlayerAgent;
  /** Ends it; connections are closed, nothing is left. */
  close(): Promise<void>;
}

const week = 604_800;

// Made by the service when Activities are enabled (Application Commands Interface, "Entry point handler types").
const automaticEntryPoint = {
  type: CommandType.PrimaryEntryPoint,
  name: "launch",
  description: "Launch an activity",
  handler: EntryPointHandler.DiscordLaunchActivity,
};

/**
 * Starts the service on 127.0.0.1: authorization, tokens, users, application commands, interactions, Activities.
 *
 * @throws ClientError `oidc_provider_missing` or `port_unavailable` (Disabled).
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const [first, ...more] = (options.applications ?? [{}]).map((init) => new EmulatorApplication(init));
  const application = first ?? new EmulatorApplication();
  const applications = [application, ...more];
  const players = new Players(options.players ?? ["Ada", "Grace"]);
  const activities = new Activities();
  const faults = new Faults();
  const rateLimits = new RateLimits(options.rateLimits ?? [], Date.now);
  const createBook = (of: { id: Snowflake; integrationTypes: readonly (0 | 1)[] }) =>
    new CommandBook({
      applicationId: of.id,
      integrationTypes: of.integrationTypes,
      profile: options.profile ?? "spec",
      now: () => performance.now(),
    });
  const books = new Map(applications.map((of) => [of.id, createBook(of)]));
  const commandsOf = (id: string) => books.get(id) ?? createBook({ id, integrationTypes: [] });
  for (const [index, { id }] of applications.entries())
    if (options.applications?.[index]?.activities) commandsOf(id).upsert("global", automaticEntryPoint);

  const server = createServer();
  await listen(server, options.port ?? 0);
  const webBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = new MemoryStorage();
  const externalAccounts = new ExternalAccounts(players);
  const polls = new DevicePolls(options.deviceIntervalSeconds ?? 5, () => performance.now());
  const provider = await createAuthorizationServer({
    storage,
    polls,
    externalAccounts,
    issuer: webBase,
    applications,
    accessTokenSeconds: options.accessTokenSeconds ?? week,
    hasPlayer: (id) => players.byId(id) !== undefined,
  });
  server.on(
    "request",
    createListener({
      provider,
      applications,
      players,
      storage,
      polls,
      externalAccounts,
      activities,
      commandsOf,
      faults,
      rateLimits,
    }),
  );

  const close = () => closeServer(server);
  return {
    apiBase: `${webBase}/api/v10`,
    webBase,
    application,
    applications,
    get players(): readonly [Player, ...Player[]] {
      return [players.first, ...players.all.slice(1)];
    },
    faults,
    invoke: (invocation) =>
      invoke({ application, book: commandsOf(application.id), players, activities }, invocation),
    createPlayerAgent: ({ player = players.first.name, answer = "accept" } = {}) =>
      createPlayerAgent(webBase, player, answer),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: { code?: string }) => reject(portUnavailable(port, error.code)));
    server.listen(port, "127.0.0.1", resolve);
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portUnavailable(port: number, reason = "unknown"): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "port_unavailable",
    message: `The emulator cannot listen on port ${port} of 127.0.0.1 (${reason}).`,
    hint: "Leave the port out: a free one is taken.",
  });
}
