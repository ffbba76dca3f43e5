import { optional, wrongArgument } from "../../core/check/readers.ts";
import { type EmulatorState, restoreWorld, type SavedWorld, saveWorld } from "../state/saved-world.ts";
import { completeWorld } from "../state/example-world.ts";
import { exportWorld } from "../state/exported-world.ts";
import { World, type WorldInit } from "../state/world.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { readPlace, readPlayerName } from "../player/input.ts";
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
import { readWorldEvent } from "../player/read-world-event.ts";
import type { WorldEventData, WorldEventName } from "../state/world-events.ts";
import type { Place } from "../player/place.ts";
import { PlayerAgent } from "../player/player-agent.ts";
import type { Guild } from "../state/guild.ts";
import { type GuildInit, readGuildInit } from "../state/guild-init.ts";
import { type PlayerInit, readPlayerInit, type Player } from "../state/players.ts";
import { RunningService, throwIfAborted } from "./running-service.ts";
import type { Shop } from "../state/shop.ts";
import { type EmulatorOptions, readEmulatorOptions } from "./options.ts";
import { createControls } from "../gateway/gateway.ts";

/** The options with which a `Client` talks to an emulator. */
export interface EmulatorOptionsForClient {
  /** The application that players sign in to. */
  readonly applicationId: Snowflake;
  /** Base of the emulator's API. */
  readonly apiBase: string;
  /** Base of the emulator's web pages. */
  readonly webBase: string;
}

/** The options with which a `CommandsClient` or an `ApiClient` talks to an emulator. */
export interface EmulatorOptionsForCommands extends Pick<EmulatorOptionsForClient, "apiBase"> {
  /** The application whose commands are managed. */
  readonly applicationId: Snowflake;
  /** Holds a secret; a getter, so that printing it shows none. */
  readonly credential: {
    /** A secret: the token of its bot. */
    readonly botToken: string;
  };
}

/** The options with which `createInteractionHandler` answers interactions of an emulator. */
export interface EmulatorOptionsForHandler extends Pick<EmulatorOptionsForClient, "apiBase"> {
  /** Key that the emulator's signatures are verified with, 64 hexadecimal digits. */
  readonly publicKey: string;
}

/** The options of everything that talks to an emulator: spread them, so that no request reaches the real service. */
export interface ConnectionOptions {
  /**
   * For `new Client({ ...emulator.clientOptions(), store })`.
   *
   * @param application - default: the first one.
   */
  clientOptions(application?: EmulatorApplication): EmulatorOptionsForClient;
  /** For `new CommandsClient(emulator.commandsOptions())`, as the application's bot. */
  commandsOptions(application?: EmulatorApplication): EmulatorOptionsForCommands;
  /** For `createInteractionHandler({ ...emulator.handlerOptions(), commands })`: slow answers and follow-ups come here too. */
  handlerOptions(application?: EmulatorApplication): EmulatorOptionsForHandler;
}

const readOne = optional(readApplication);

/** The options that lead to a service, for its first application where none is named. */
function createConnectionOptions({ world, apiBase, webBase }: RunningService): ConnectionOptions {
  const chosen = (application?: EmulatorApplication): EmulatorApplication =>
    readOne(application, "application") ?? world.applications[0];
  return {
    clientOptions: (application) => ({ applicationId: chosen(application).id, apiBase, webBase }),
    commandsOptions(application) {
      const one = chosen(application);
      return {
        applicationId: one.id,
        credential: {
          get botToken() {
            return one.botToken;
          },
        },
        apiBase,
      };
    },
    handlerOptions: (application) => ({ publicKey: chosen(application).publicKey, apiBase }),
  };
}

/** The service on this machine. Everything it knows is in memory and gone when it is closed. */
export interface Emulator extends ConnectionOptions, AsyncDisposable {
  /** For the option `apiBase` of whatever talks to it; the option objects for the usual ones hold it. */
  readonly apiBase: string;
  /** For `webBase` of a client. In a browser it is the page on which a person uses the commands. */
  readonly webBase: string;
  /** The first application. */
  readonly application: EmulatorApplication;
  /** All applications, in the order in which they were made. */
  readonly applications: readonly EmulatorApplication[];
  /** Everybody with an account, in the order in which they were made. The first is meant where none is named. */
  readonly players: readonly [Player, ...Player[]];
  /** All guilds, in the order in which they were made. */
  readonly guilds: readonly Guild[];
  /** Registers one more application, as the developer portal does: each test can have its own. */
  addApplication(init?: EmulatorApplicationInit): EmulatorApplication;
  /** Makes an account. */
  addPlayer(init: PlayerInit): Player;
  /** Makes a guild, with its roles, channels, members and messages. */
  addGuild(init: GuildInit): Guild;
  /** Faults and delays: for tests of a game's error handling. */
  readonly faults: Faults;
  /** The shop, in which players buy the applications' goods. */
  readonly shop: Shop;
  /** Faults at the gateway, for bots that are connected there. */
  readonly gateway: GatewayControls;
  /** The desktop client, where the options ask for one. */
  readonly desktopClient: EmulatedDesktopClient | undefined;
  /**
   * A scripted player, who does what a person does in the chat client and in the browser. Each is a window of its own.
   *
   * @param name - of the player; a new account where there is none of that name. Default: the first player.
   * @param place - default: the direct messages of the first application's bot.
   * @throws ClientError `unknown_guild`, `unknown_channel`, `not_a_member` (ValidationError).
   */
  player(name?: string, place?: Place): PlayerAgent;
  /**
   * Tells an application of something that nothing here leads to by itself, such as `QUEST_USER_ENROLLMENT` or
   * `GUILD_MEMBER_ADD`: at its events endpoint, over the gateway, or both, wherever the service tells of it.
   *
   * @param data - as the service describes it.
   * @param application - default: the first one.
   * @throws ClientError `unknown_event`, `malformed_event` (ValidationError).
   */
  tell<Name extends WorldEventName>(
    name: Name,
    data: WorldEventData[Name],
    application?: EmulatorApplication,
  ): void;
  /**
   * Lets time pass for its whole state: tokens and codes expire, interactions end, budgets and rate limits fill up again, a
   * delayed answer comes. Its clock is ahead from then on; the machine's clock, and the game's timers, stay.
   *
   * @param time - milliseconds, or a text of numbers with `ms`, `s`, `m`, `h` or `d`, for example `"16m"` or `"1h 30m"`.
   * @throws ClientError `invalid_argument` (ValidationError) for anything else, and for more than 10 years.
   */
  advance(time: number | string): void;
  /**
   * Replaces the key that signs ID tokens (OpenID Connect Core §10.1.1). The old key is no longer published, so a server that
   * verifies ID tokens has to fetch the new one. Calls during a rotation share its key.
   */
  rotateSigningKey(): Promise<void>;
  /**
   * The created records, with every id, secret and token: for the option `state` of another emulator. Messages, subscriptions,
   * role connections, lobbies' data of their members, and running work are not part of it.
   */
  exportState(): EmulatorState;
  /**
   * The world, without keys and secrets: for the option `world` of another emulator, and for a file that a team shares
   * (`slashpass emulator --world`). Of the commands it has the global ones; tokens and messages are no part of it.
   */
  exportWorld(): WorldInit;
  /** Ends it; connections are closed, nothing is left. */
  close(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1: authorization, tokens, users, application commands, interactions, Activities.
 *
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
  throwIfAborted(options.signal);
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
        "manner",
        "requestAuthorization",
      ]),
    player: (name, place) => agentOf(service, name, place),
    tell(name, data, teller = application) {
      const { id: applicationId } = readApplication(teller, "application");
      world.worldEvents.tell(readWorldEvent(name, data, applicationId));
    },
    rotateSigningKey: () => world.signingKeys.rotate(),
    exportState: () => saveWorld(world),
    exportWorld: () => exportWorld(world),
    advance: (time) => world.clock.advance(readDuration(time, "time")),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function agentOf({ world, webBase, windows }: RunningService, name?: string, place: Place = {}): PlayerAgent {
  const { players } = world;
  const checked = readPlayerName(name, "name");
  const player = checked === undefined ? players.first : players.findOrAdd(checked);
  return new PlayerAgent({ world, webBase, windows }, player, readPlace(place, "place"));
}

function createWorld({ state, ...options }: EmulatorOptions): World {
  if (!state) return new World({ ...options, world: completeWorld(options.world ?? {}) });
  if (options.world) throw wrongArgument("options.world", options.world, "left out if there is a state");
  const saved = state.world as SavedWorld;
  const { players, guilds } = saved;
  const applications = saved.applications.map(({ init }) => init);
  const world = new World({ ...options, world: { applications, players, guilds } });
  restoreWorld(world, saved);
  return world;
}
