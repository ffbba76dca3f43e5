import {
  resolveLocation,
  type ResolvedLocation,
  type PlayerLocation,
} from "../../../src/emulator/player/location.ts";
import { Records } from "../../../src/emulator/player/records.ts";
import { readWorldInit, World } from "../../../src/emulator/state/world.ts";

/** Creates a world with a guild that has Ada and Grace as members, but not Barbara. */
export function openScene(applications: readonly object[] = [{}]) {
  const guild = {
    id: "7",
    name: "Reef",
    locale: "de",
    permissions: "2147486720",
    roles: [{ id: "70", name: "Divers", permissions: "32" }],
    channels: [
      { id: "8", name: "wreck", type: 2 },
      { id: "9", name: "general", messages: [{ id: "90", author: "Grace", content: "Bonjour" }] },
    ],
    members: [{ player: "Ada", nick: "Diver", roles: ["Divers"] }, { player: "Grace" }],
  };
  const players = [{ name: "Ada", locale: "fr" }, "Grace", "Barbara"];
  const world = new World({ world: readWorldInit({ applications, players, guilds: [guild] }, "world") });
  const at = (location: PlayerLocation = {}, name = "Ada"): ResolvedLocation =>
    resolveLocation(world, world.players.findOrAdd(name), location);
  const recordsAt = (location: PlayerLocation = {}) => new Records(at(location));
  const [application] = world.applications;
  return { world, application, at, recordsAt };
}
