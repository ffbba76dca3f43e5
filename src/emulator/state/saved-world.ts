import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  flag,
  listOf,
  object,
  oneOf,
  optional,
  textOf,
  parseSnowflake,
} from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { locales } from "../../wire/locale.ts";
import { Refusal } from "../base/refusal.ts";
import { readSavedCommands, type SavedCommands } from "./saved-commands.ts";
import {
  type EmulatorApplication,
  type EmulatorApplicationInit,
  readApplicationInit,
} from "./application.ts";
import type { ApplicationSettings } from "./application-settings.ts";
import { type GuildInit, readGuildInit } from "./guild-init.ts";
import { initialSettingsOf } from "./initial-settings.ts";
import { readSavedRecords, type SavedRecords } from "./memory-adapter.ts";
import type { PlayerInit } from "./players.ts";
import type { World } from "./world.ts";

/**
 * The records of an emulator, as plain data for JSON. They hold the secrets of the applications and the players' tokens. The
 * layout of `world` is not part of the interface: only the same `version` reads it.
 */
export interface EmulatorState {
  /** Version of the form of `world`. */
  readonly version: 1;
  /** All that was made. */
  readonly world: object;
}

interface SavedApplication {
  readonly init: EmulatorApplicationInit;
  readonly settings: ApplicationSettings;
  readonly commands: SavedCommands;
}

/** The same, read. */
export interface SavedWorld {
  readonly applications: readonly SavedApplication[];
  readonly players: readonly PlayerInit[];
  readonly guilds: readonly GuildInit[];
  readonly records: SavedRecords;
}

/** Names are as people have typed them when they signed in, and the names of accounts were made of those. */
const readPlayer = fields<PlayerInit>({
  id: parseSnowflake,
  name: textOf(),
  username: textOf(),
  locale: optional(oneOf(locales)),
  adult: optional(flag),
  friends: optional(listOf(textOf())),
});

const readWorld = fields<SavedWorld>({
  applications: listOf(
    fields<SavedApplication>({
      init: readApplicationInit,
      settings: object<ApplicationSettings>(),
      commands: readSavedCommands,
    }),
  ),
  players: listOf(readPlayer),
  guilds: listOf(readGuildInit),
  records: readSavedRecords,
});

const readVersion = fields<EmulatorState>({ version: oneOf([1]), world: object() });

/** Reads a state, whole. */
export const readEmulatorState: Reader<EmulatorState> = (value, name) => {
  const state = readVersion(value, name);
  return { version: state.version, world: readWorld(state.world, `${name}.world`) };
};

/** The records of a world. */
export function saveWorld(world: World): EmulatorState {
  const saved: SavedWorld = {
    applications: world.applications.map((application) => ({
      init: saveApplication(application, world),
      settings: application.settings,
      commands: world.commandsOf(application.id).save(),
    })),
    players: savePlayers(world),
    guilds: world.guilds.all.map((guild) => guild.save()),
    records: world.storage.save(),
  };
  return { version: 1, world: structuredClone(saved) };
}

/** Everybody with an account. */
export function savePlayers({ players, friendships }: World): PlayerInit[] {
  return players.all.map((player) => ({
    ...player,
    friends: friendships.of(player).map(({ name }) => name),
  }));
}

/** An application as it was set up, with its keys and secrets. */
export function saveApplication(
  application: EmulatorApplication,
  { players }: World,
): EmulatorApplicationInit {
  const nameOf = (id: Snowflake) => players.byId(id)?.name ?? [];
  return {
    id: application.id,
    name: application.name,
    clientSecret: application.clientSecret,
    botToken: application.botToken,
    privateKey: application.privateKeyHex,
    publicClient: application.publicClient,
    parentApplication: application.parentApplication,
    redirectUris: application.redirectUris,
    guilds: application.guilds,
    integrationTypes: application.integrationTypes,
    players: application.players,
    permissions: application.permissions,
    settings: initialSettingsOf(application),
    activities: application.activities,
    activity: application.activity,
    discoverable: application.discoverable,
    entitlements: application.entitlements,
    skus: application.skus,
    quest: application.quest?.save(),
    lobbies: application.lobbies.map(({ id, members }) => ({
      id,
      members: members.flatMap((member) => nameOf(member.id)),
    })),
  };
}

/**
 * Puts what applications and players did into a world that was made with the `init` of each.
 *
 * @throws ClientError `invalid_state` (ValidationError) for commands that the service would refuse.
 */
export function restoreWorld(world: World, { applications, records }: SavedWorld): void {
  for (const [index, { settings, commands }] of applications.entries()) {
    const application = world.applications[index] as EmulatorApplication;
    application.settings = settings;
    try {
      world.commandsOf(application.id).restore(commands);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw validationError("invalid_state", `The state holds commands that are refused: ${error.reason}`);
    }
  }
  world.storage.restore(records);
}
