import { optional, wrongArgument } from "../../core/check/readers.ts";
import {
  type EmulatorState,
  exportWorld,
  restoreWorld,
  type SavedWorld,
  saveWorld,
} from "../state/saved-world.ts";
import { World, type WorldInit } from "../state/world.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { readLocation, readWorldEvent } from "../player/input.ts";
import {
  type EmulatorApplication,
  type EmulatorApplicationInit,
  readApplication,
  readApplicationInit,
} from "../state/application.ts";
import { expose } from "../base/expose.ts";
import type { Faults } from "../base/faults.ts";
import type { GatewayControls } from "../gateway/gateway-controls.ts";
import type { EmulatedDesktopClient } from "../activity/desktop-client/desktop-client.ts";
import { readDuration } from "../base/fault.ts";
import type { WorldEventData, WorldEventName } from "../state/world-events.ts";
import type { PlayerLocation } from "../player/location.ts";
import { PlayerAgent } from "../player/player-agent.ts";
import type { Guild } from "../state/guild.ts";
import { type GuildInit, readGuildInit, readName } from "../state/guild-init.ts";
import { type PlayerInit, readPlayerInit, type Player } from "../state/players.ts";
import { RunningService, throwIfStartAborted } from "./running-service.ts";
import type { Shop } from "../state/shop.ts";
import { type EmulatorOptions, readEmulatorOptions } from "./options.ts";
import { createControls } from "../gateway/gateway.ts";

/** Options for a `Client`. @stable */
export interface EmulatorOptionsForClient {
  readonly applicationId: Snowflake;
  readonly apiBase: string;
  readonly webBase: string;
}

/** Options for a `CommandsClient` or an `ApiClient`. @stable */
export interface EmulatorOptionsForCommands extends Pick<EmulatorOptionsForClient, "apiBase"> {
  readonly applicationId: Snowflake;
  /** The bot's credential, which is hidden when printed. */
  readonly credential: {
    readonly botToken: string;
  };
}

/** Options for `createInteractionHandler`. @stable */
export interface EmulatorOptionsForHandler extends Pick<EmulatorOptionsForClient, "apiBase"> {
  /** The Ed25519 public key: 64 hexadecimal digits. */
  readonly publicKey: string;
}

/** Options that connect clients to the emulator instead of the real service. @stable */
export interface ConnectionOptions {
  /**
   * Returns options for `new Client({ ...emulator.clientOptions(), store })`.
   *
   * @param application - Default: the first one.
   */
  clientOptions(application?: EmulatorApplication): EmulatorOptionsForClient;
  /** Returns options for `new CommandsClient(emulator.commandsOptions())`, which uses the bot token. */
  commandsOptions(application?: EmulatorApplication): EmulatorOptionsForCommands;
  /** Returns options for `createInteractionHandler({ ...emulator.handlerOptions(), commands })`. */
  handlerOptions(application?: EmulatorApplication): EmulatorOptionsForHandler;
}

const readOne = optional(readApplication);

function createConnectionOptions({ world, apiBase, webBase }: RunningService): ConnectionOptions {
  const chosen = (application?: EmulatorApplication): EmulatorApplication =>
    readOne(application, "application") ?? world.applications[0];
  return {
    clientOptions: (application) => ({ applicationId: chosen(application).id, apiBase, webBase }),
    commandsOptions(application) {
      const entry = chosen(application);
      return {
        applicationId: entry.id,
        credential: {
          get botToken() {
            return entry.botToken;
          },
        },
        apiBase,
      };
    },
    handlerOptions: (application) => ({ publicKey: chosen(application).publicKey, apiBase }),
  };
}

/** A local, in-memory emulation of the service. @stable */
export interface Emulator extends ConnectionOptions, AsyncDisposable {
  readonly apiBase: string;
  /** The base URL of the web pages. Open it in a browser to use the commands manually. */
  readonly webBase: string;
  readonly application: EmulatorApplication;
  /** Oldest first. */
  readonly applications: readonly EmulatorApplication[];
  /** Oldest first. The first is the default player. */
  readonly players: readonly [Player, ...Player[]];
  /** Oldest first. */
  readonly guilds: readonly Guild[];
  /**
   * Registers an application.
   *
   * @throws ClientError `duplicate`, `invalid_command` (ValidationError).
   */
  addApplication(init?: EmulatorApplicationInit): EmulatorApplication;
  /**
   * Creates an account.
   *
   * @throws ClientError `duplicate` (ValidationError).
   */
  addPlayer(init: PlayerInit): Player;
  /**
   * Creates a guild.
   *
   * @throws ClientError `duplicate`, `unknown_role`, `ambiguous_match`, `not_a_thread` (ValidationError).
   */
  addGuild(init: GuildInit): Guild;
  readonly faults: Faults;
  readonly shop: Shop;
  /** Controls the bots' Gateway connections. */
  readonly gateway: GatewayControls;
  /** The desktop client, if the options enable it. */
  readonly desktopClient: EmulatedDesktopClient | undefined;
  /**
   * Returns a scripted player with a separate chat client and browser.
   *
   * @param name - The player's name. An unknown name creates an account. Default: the first player.
   * @param location - Default: direct messages with the first application's bot.
   * @throws ClientError `unknown_guild`, `unknown_channel`, `not_a_member` (ValidationError).
   */
  player(name?: string, location?: PlayerLocation): PlayerAgent;
  /**
   * Sends an event that the emulator does not trigger on its own, such as `QUEST_USER_ENROLLMENT` or `GUILD_MEMBER_ADD`.
   *
   * @param data - In the service's format.
   * @param application - Default: the first one.
   * @throws ClientError `unknown_event`, `malformed_event` (ValidationError).
   */
  emit<Name extends WorldEventName>(
    name: Name,
    data: WorldEventData[Name],
    application?: EmulatorApplication,
  ): void;
  /**
   * Advances the emulator's clock, for example to make tokens expire or rate limits reset. The system clock is unaffected.
   *
   * @param time - Milliseconds, or a string with the units `ms`, `s`, `m`, `h` and `d`, for example `"16m"` or `"1h 30m"`.
   * @throws ClientError `invalid_argument` (ValidationError) if the value is invalid or exceeds 10 years.
   */
  advance(time: number | string): void;
  /**
   * Replaces the key that signs ID tokens (OpenID Connect Core §10.1.1). The old key is no longer published. Concurrent calls
   * share one rotation.
   */
  rotateSigningKey(): Promise<void>;
  /**
   * Exports the state, including secrets and tokens, for another emulator's `state` option. Excludes messages, subscriptions,
   * role connections, lobby member data, Quest progress and pending work.
   */
  exportState(): EmulatorState;
  /**
   * Exports the world without keys or secrets, for another emulator's `world` option or for a file that a team shares
   * (`slashpass emulator --world`). Includes global commands, but no guild commands, tokens or messages.
   */
  exportWorld(): WorldInit;
  /** Closes the emulator and its connections. */
  close(): Promise<void>;
}

/**
 * Starts an emulator on 127.0.0.1.
 *
 * @stable
 * @throws ClientError `port_unavailable` (Disabled), `aborted`.
 *
 * @example
 * ```ts
 * import { Client, memoryTokenStore } from "slashpass";
 * import { startEmulator } from "slashpass/emulator";
 *
 * const emulator = await startEmulator();
 * const client = new Client({
 *   ...emulator.clientOptions(),
 *   openBrowser: emulator.player("Ada").browser(),
 *   store: memoryTokenStore(),
 * });
 * const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
 * console.log(session.player?.name); // Ada
 * await client.close();
 * await emulator.close();
 * ```
 */
export async function startEmulator(given: EmulatorOptions = {}): Promise<Emulator> {
  const options = readEmulatorOptions(given, "options");
  throwIfStartAborted(options.signal);
  return emulatorOf(await RunningService.start(createWorld(options), options));
}

function emulatorOf(service: RunningService): Emulator {
  const { world, apiBase, webBase, gateway, desktopClient } = service;
  const [application] = world.applications;
  const close = (): Promise<void> => service.close();
  return {
    apiBase,
    webBase,
    ...createConnectionOptions(service),
    application,
    get applications() {
      return world.applications;
    },
    get players(): readonly [Player, ...Player[]] {
      return [world.players.first, ...world.players.all.slice(1)];
    },
    get guilds() {
      return world.guilds.all;
    },
    addApplication: (init = {}) => world.addApplication(readApplicationInit(init, "init")),
    addPlayer: (init) => world.addPlayer(readPlayerInit(init, "init")),
    addGuild: (init) => world.addGuild(readGuildInit(init, "init")),
    faults: expose(world.faults, ["add", "clear", "all"]),
    shop: expose(world.shop, ["buy", "refund", "subscribe", "cancel", "end"]),
    gateway: createControls(gateway),
    desktopClient:
      desktopClient &&
      expose<EmulatedDesktopClient>(desktopClient, [
        "path",
        "environment",
        "prompts",
        "answer",
        "behavior",
        "requestAuthorization",
        "requestToJoin",
        "join",
        "restart",
      ]),
    player(name, location = {}) {
      const { players } = world;
      const player = name === undefined ? players.first : players.findOrAdd(readName(name, "name"));
      return new PlayerAgent(service, player, readLocation(location, "location"));
    },
    emit(name, data, source = application) {
      const { id: applicationId } = readApplication(source, "application");
      world.worldEvents.emit(readWorldEvent(name, data, applicationId));
    },
    rotateSigningKey: () => world.signingKeys.rotate(),
    exportState: () => saveWorld(world),
    exportWorld: () => exportWorld(world),
    advance: (time) => world.clock.advance(readDuration(time, "time")),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createWorld({ state, ...options }: EmulatorOptions): World {
  if (!state) return new World({ ...options, world: completeWorld(options.world ?? {}) });
  if (options.world) throw wrongArgument("options.world", options.world, "omitted, because state is set");
  const saved = state.world as SavedWorld;
  const { players, guilds } = saved;
  const applications = saved.applications.map(({ init }) => init);
  const world = new World({ ...options, world: { applications, players, guilds } });
  restoreWorld(world, saved);
  return world;
}

// Ids from early 2015 cannot belong to real objects, because the service launched later.
const guildId = "1000000000000002";
const channelId = "1000000000000003";

const examplePlayers = [
  { id: "1000000000000004", name: "Ada" },
  { id: "1000000000000005", name: "Grace" },
];

function completeWorld({ applications, players = examplePlayers, guilds }: WorldInit): WorldInit {
  const [first] = players;
  const owner = typeof first === "string" ? first : first?.name;
  const example = {
    id: guildId,
    name: "Example Guild",
    owner,
    channels: [{ id: channelId, name: "general" }],
  };
  return { applications, players, guilds: guilds ?? [example] };
}
