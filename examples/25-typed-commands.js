// Subcommands, choices, autocomplete and a context menu command. The definition types every value; no casts are needed.
//   node --env-file=.env examples/25-typed-commands.js
// In .env: SLASHPASS_PUBLIC_KEY.
import { createServer } from "node:http";
import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";

const maps = ["Dust", "Harbor", "Meadow", "Reef"];

const match = defineCommand({
  name: "match",
  description: "Finds and shows matches",
  options: [
    {
      type: 1,
      name: "find",
      description: "Finds a match",
      options: [
        {
          type: 3,
          name: "map",
          description: "On which map",
          required: true,
          autocomplete: (typed) =>
            maps
              .filter((map) => map.toLowerCase().startsWith(typed.toLowerCase()))
              .map((map) => ({ name: map, value: map })),
        },
        { type: 4, name: "size", description: "Players", choices: [{ name: "Duel", value: 2 }] },
      ],
    },
    { type: 1, name: "history", description: "Shows your matches" },
  ],
  handle: (interaction, { name, options }) => {
    if (name === "history") return interaction.reply({ content: "No matches yet." });
    return interaction.reply({ content: `Looking for ${options.size ?? "any number"} on ${options.map}.` });
  },
});

const challenge = defineCommand({
  type: 2,
  name: "Challenge",
  handle: (interaction, target) => interaction.reply({ content: `<@${target.id}>, you are challenged!` }),
});

const handler = createInteractionHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"], // for the emulator; omit it for Discord
  commands: [match, challenge],
});
const server = createServer(createNodeListener(handler));
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () =>
  console.log("Listening:", server.address()),
);
