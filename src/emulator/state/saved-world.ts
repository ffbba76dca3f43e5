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
import { toDefinition } from "../../commands/rules/definition.ts";
import { settableApplicationFlags } from "../../wire/application.ts";
import { Refusal } from "../base/refusal.ts";
import {
  type EmulatorApplication,
  type EmulatorApplicationInit,
  readApplicationInit,
} from "./application.ts";
import type { StoredSettings } from "./application-settings.ts";
import { type GuildInit, readGuildInit } from "./guild-init.ts";
import { readSavedCommands, type SavedCommands } from "./command-record.ts";
import { exportInitialSettings } from "./application-settings.ts";
import { readSavedRecords, type SavedRecords } from "./memory-adapter.ts";
import type { PlayerInit } from "./players.ts";
import type { World, WorldInit } from "./world.ts";

/**
 * An emulator's exported state, to be stored as JSON. Contains secrets and tokens. The format of `world` is internal and depends
 * on `version`.
 *
 * @stable
 */
export interface EmulatorState {
  /** The version of the `world` format. */
  readonly version: 1;
  readonly world: object;
}

interface SavedApplication {
  readonly init: EmulatorApplicationInit;
  readonly settings: StoredSettings;
  readonly commands: SavedCommands;
}

export interface SavedWorld {
  readonly applications: readonly SavedApplication[];
  readonly players: readonly PlayerInit[];
  readonly guilds: readonly GuildInit[];
  readonly records: SavedRecords;
}

/** Names entered at sign-in may be longer than names in the options. */
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
      settings: object<StoredSettings>(),
      commands: readSavedCommands,
    }),
  ),
  players: listOf(readPlayer),
  guilds: listOf(readGuildInit),
  records: readSavedRecords,
});

const readVersion = fields<EmulatorState>({ version: oneOf([1]), world: object() });

export const readEmulatorState: Reader<EmulatorState> = (value, name) => {
  const state = readVersion(value, name);
  return { version: state.version, world: readWorld(state.world, `${name}.world`) };
};

export function saveWorld(world: World): EmulatorState {
  const saved: SavedWorld = {
    applications: world.applications.map((application) => ({
      init: saveApplication(application, world),
      settings: application.settings,
      commands: application.commands.save(),
    })),
    players: savePlayers(world),
    guilds: world.guilds.all.map((guild) => guild.save()),
    records: world.storage.save(),
  };
  return { version: 1, world: structuredClone(saved) };
}

function savePlayers({ players, friendships }: World): PlayerInit[] {
  return players.all.map((player) => ({
    ...player,
    friends: friendships.of(player).map(({ name }) => name),
  }));
}

function saveApplication(application: EmulatorApplication, { players }: World): EmulatorApplicationInit {
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
    settings: exportInitialSettings(application),
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

export function restoreWorld(world: World, { applications, records }: SavedWorld): void {
  for (const [index, { settings, commands }] of applications.entries()) {
    const application = world.applications[index] as EmulatorApplication;
    application.settings = settings;
    try {
      application.commands.restore(commands);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw validationError(
        "invalid_state",
        `The state contains commands that the service rejects: ${error.reason}`,
      );
    }
  }
  world.storage.restore(records);
}

export function exportWorld(world: World): WorldInit {
  const exported: WorldInit = {
    version: 1,
    applications: world.applications.map((application) => exportApplication(application, world)),
    players: savePlayers(world).map((player) => withoutEmpty(player, ["friends"])),
    guilds: world.guilds.all.map((guild) => guild.save()),
  };
  return structuredClone(exported);
}

function exportApplication(application: EmulatorApplication, world: World): EmulatorApplicationInit {
  const { clientSecret: _s, botToken: _t, privateKey: _k, ...init } = saveApplication(application, world);
  const isPrivileged =
    (Number(application.settings["flags"] ?? 0) & settableApplicationFlags) === settableApplicationFlags;
  const commands = application.commands.list("global").map(toDefinition);
  const whole = { ...init, ...(isPrivileged && { privilegedIntents: true }), commands };
  return withoutEmpty(whole, ["players", "entitlements", "skus", "lobbies", "commands", "settings"]);
}

function withoutEmpty<T extends object>(init: T, names: readonly (keyof T)[]): T {
  const isEmpty = (name: string, value: unknown) =>
    (names as readonly string[]).includes(name) && Object.keys(value as object).length === 0;
  return Object.fromEntries(Object.entries(init).filter(([name, value]) => !isEmpty(name, value))) as T;
}
