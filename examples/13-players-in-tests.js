// Tests a game's commands with scripted players instead of a Discord client, server or account. Their messages are plain data
// that works with any assertion library. docs/testing.md shows the same test in vitest, jest and node:test.
import assert from "node:assert/strict";
import { startEmulator } from "slashpass/emulator";
import { createInteractionHandler, defineCommand, defineComponent } from "slashpass/interactions";

const lobby = defineCommand({
  name: "lobby",
  description: "Opens a lobby",
  handle: (interaction) => {
    const join = { type: 2, style: 1, custom_id: "join", label: "Join" };
    return interaction.reply({
      content: `${interaction.user.global_name} waits`,
      components: [{ type: 1, components: [join] }],
    });
  },
});
const join = defineComponent({
  customId: "join",
  handle: (interaction) =>
    interaction.update({ content: `${interaction.user.global_name} joins`, components: [] }),
});

const emulator = await startEmulator({ world: { guilds: [{ name: "Reef Club" }] } });
const application = emulator.addApplication({ name: "Reef", commands: [lobby.body] });
await application.setInteractionsEndpoint(
  createInteractionHandler({
    ...emulator.handlerOptions(application),
    commands: [lobby],
    components: [join],
  }),
);

const location = { application, guild: "Reef Club" };
const [ada, grace] = [emulator.player("Ada", location), emulator.player("Grace", location)];
await ada.use("/lobby");
console.log("Grace sees:", grace.messages()[0]?.content);
await grace.press("Join");
console.log("Ada sees:", ada.messages()[0]?.content);
assert.deepEqual(ada.messages(), grace.messages());
await assert.rejects(ada.press("Join"), { code: "unknown_button" });
await emulator.close();
