import { toDefinition } from "../../commands/rules/definition.ts";
import type { EmulatorApplication, EmulatorApplicationInit } from "./application.ts";
import { settableApplicationFlags } from "../../wire/application.ts";
import { savePlayers, saveApplication } from "./saved-world.ts";
import type { World, WorldInit } from "./world.ts";

export function exportWorld(world: World): WorldInit {
  const exported: WorldInit = {
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
  const commands = world.commandsOf(application.id).list("global").map(toDefinition);
  const whole = { ...init, ...(isPrivileged && { privilegedIntents: true }), commands };
  return withoutEmpty(whole, ["players", "entitlements", "skus", "lobbies", "commands", "settings"]);
}

function withoutEmpty<T extends object>(init: T, names: readonly (keyof T)[]): T {
  const isEmpty = (name: string, value: unknown) =>
    (names as readonly string[]).includes(name) && Object.keys(value as object).length === 0;
  return Object.fromEntries(Object.entries(init).filter(([name, value]) => !isEmpty(name, value))) as T;
}
