import type { WorldInit } from "./world.ts";

// Ids from early 2015 belong to no real object: the service launched later.
const guildId = "1000000000000002";
const channelId = "1000000000000003";

const examplePlayers = [
  { id: "1000000000000004", name: "Ada" },
  { id: "1000000000000005", name: "Grace" },
];

export function completeWorld({ applications, players = examplePlayers, guilds }: WorldInit): WorldInit {
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
