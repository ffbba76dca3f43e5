import { findPlace, type FoundPlace, type Place } from "../../../src/emulator/player/place.ts";
import { Records } from "../../../src/emulator/player/records.ts";
import { readWorldInit, World } from "../../../src/emulator/state/world.ts";

/** Creates a world with a guild, of which Ada and Grace are members and Barbara is not. */
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
  const at = (place: Place = {}, name = "Ada"): FoundPlace =>
    findPlace(world, world.players.findOrAdd(name), place);
  const recordsAt = (place: Place = {}) => new Records(at(place));
  const [application] = world.applications;
  return { world, application, at, recordsAt };
}
