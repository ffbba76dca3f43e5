import { CommandsClient } from "../../../src/commands/index.ts";
import type { Emulator, EmulatorApplication } from "../../../src/emulator/index.ts";
import {
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
} from "../../../src/interactions/index.ts";

const button = { type: 2, style: 1, custom_id: "rename", label: "Rename" };
const menu = {
  type: 3,
  custom_id: "size",
  placeholder: "How many",
  options: [
    { label: "Duel", value: "2" },
    { label: "Squad", value: "4" },
  ],
};
const rows = [button, menu].map((component) => ({ type: 1, components: [component] }));
const form = {
  custom_id: "rename",
  title: "A new name",
  components: [{ type: 18, label: "Name", component: { type: 4, custom_id: "name", style: 1 } }],
};
const commands = [
  defineCommand({
    name: "lobby",
    description: "Opens the lobby",
    options: [{ type: 5, name: "quiet", description: "For you only" }],
    handle: (i, { quiet }) => i.reply({ content: "The lobby", components: rows, flags: quiet ? 64 : 0 }),
  }),
  defineCommand({
    type: 2,
    name: "Wave",
    handle: (i, { user }) => i.reply({ content: `Hello ${user.username}` }),
  }),
  defineCommand({
    name: "roll",
    description: "Rolls a die",
    options: [
      {
        type: 3,
        name: "die",
        description: "Die",
        autocomplete: (text) => [{ name: `${text}!`, value: "a" }],
      },
      { type: 11, name: "data", description: "A file" },
    ],
    handle: (i, { die, data }) =>
      i.reply({ content: `rolled ${data ? `${data.filename} of ${data.size} bytes` : die}` }),
  }),
  defineCommand({ type: 3, name: "Echo", handle: (i, { content }) => i.reply({ content: `${content}!` }) }),
];
const components = [
  defineComponent({ customId: "rename", handle: (i) => i.showModal(form) }),
  defineComponent({
    customId: "size",
    handle: (i) => i.update({ content: `For ${i.payload.data.values?.join() ?? ""}`, components: [] }),
  }),
];
const modals = [
  defineModal({ customId: "rename", handle: (i, { name }) => i.reply({ content: `Now ${String(name)}` }) }),
];

/** Registers commands, buttons and forms for an application, and answers them in this process. */
export async function serveLobby(emulator: Emulator, application: EmulatorApplication): Promise<void> {
  const options = emulator.handlerOptions(application);
  const handler = createInteractionHandler({ ...options, commands, components, modals });
  await handler.sync(new CommandsClient(emulator.commandsOptions(application)));
  await application.setInteractionsEndpoint(handler);
}
