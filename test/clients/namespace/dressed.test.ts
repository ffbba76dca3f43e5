import {
  ActionRow,
  Button,
  type CommandAutocompleteInteraction,
  type CommandConfig,
  type CommandInteraction,
  createGuildCommand,
  Label,
  listGlobalCommands,
  type MessageComponentInteraction,
  type ModalSubmitInteraction,
  TextInput,
} from "dressed";
import { type CommandData, type ComponentData, handleRequest, installCommands } from "dressed/server";
import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from "vitest";
import type { PlayerAgent } from "../../../src/emulator/index.ts";
import { needs } from "../../setup/system-parts.ts";
import { type Bot, openBot } from "../setup/bot.ts";
import { listenWith } from "../setup/fetch-handler.ts";

/** The command's behavior, set by each test. */
let dive: (interaction: CommandInteraction) => Promise<unknown> = () => Promise.resolve();

/** A command as `dressed build` generates it from a file. */
function command(name: string, config: CommandConfig, exports: object): CommandData {
  const run = exports as CommandData["exports"];
  return { name, path: `commands/${name}.ts`, uid: name, data: {}, exports: { ...run, config } };
}

/** A component as `dressed build` generates it from a file. */
function component(category: string, name: string, run: (...all: never[]) => unknown): ComponentData {
  const data = { category, regex: `^${name}$`, score: 1 };
  const exports = { default: run } as ComponentData["exports"];
  return { name, path: `components/${category}/${name}.ts`, uid: name, data, exports };
}

const place = { type: 3, name: "place", description: "Where", autocomplete: true } as const;
const buddy = { type: 6, name: "buddy", description: "With whom" } as const;

const commands = [
  command(
    "dive",
    { description: "Goes under", options: [place, buddy] },
    {
      default: (interaction: CommandInteraction) => dive(interaction),
      autocomplete: (interaction: CommandAutocompleteInteraction) =>
        interaction.sendChoices([{ name: "Reef", value: String(interaction.getOption("place")?.string()) }]),
    },
  ),
  command(
    "Wave",
    { type: "User" },
    {
      default: (interaction: CommandInteraction<"User">) =>
        interaction.reply(`Hello ${interaction.target.username}`),
    },
  ),
  command("launch", { type: "PrimaryEntryPoint", description: "Plays", handler: 2 }, {}),
];

const components = [
  component("buttons", "name", (interaction: MessageComponentInteraction) =>
    interaction.showModal({
      custom_id: "form",
      title: "A name",
      components: [Label("Name", TextInput({ custom_id: "text" }))],
    }),
  ),
  component("modals", "form", (interaction: ModalSubmitInteraction) =>
    interaction.update(`It is ${interaction.getField("text", true).textInput()}`),
  ),
];

/** Handles the next use of the command with `work` and settles with its outcome. */
function when<Result>(work: (interaction: CommandInteraction) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    dive = (interaction) => work(interaction).then(resolve, reject);
  });
}

describe("dressed", needs("a network namespace"), () => {
  let bot: Bot;
  let ada: PlayerAgent;
  let reported: MockInstance<typeof console.error>;
  beforeAll(async () => {
    bot = await openBot("namespace");
    ada = bot.emulator.player("Ada", { guild: "Divers" });
    vi.stubEnv("DISCORD_APP_ID", bot.application.id);
    vi.stubEnv("DISCORD_PUBLIC_KEY", bot.application.publicKey);
    vi.stubEnv("DISCORD_TOKEN", bot.application.botToken);
    // dressed logs each request.
    for (const name of ["log", "info"] as const) vi.spyOn(console, name).mockReturnValue();
    reported = vi.spyOn(console, "error").mockReturnValue();
    bot.listener = listenWith((request) => handleRequest(request, commands, components, []));
    await bot.connect();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await bot[Symbol.asyncDispose]();
  });

  it("installs its commands and lists them", async () => {
    await installCommands(commands);
    expect((await listGlobalCommands()).map(({ name, type }) => [name, type])).toEqual([
      ["dive", 1],
      ["Wave", 2],
      ["launch", 4],
    ]);
  });

  it("reports an invalid command", async () => {
    const failed = createGuildCommand("11", { name: "Dive In", description: "" });
    await expect(failed).rejects.toThrow("(400)");
    expect(reported).toHaveBeenCalledWith("name.code: APPLICATION_COMMAND_INVALID_NAME");
  });

  it("replies with the player's options and a file", async () => {
    const done = when(async (interaction) => {
      const content = `${interaction.getOption("buddy")?.user()?.username} at ${interaction.getOption("place")?.string()}`;
      await interaction.reply({ content, ephemeral: true, files: [{ name: "reef.txt", data: "corals" }] });
    });
    const { messages, status } = await ada.use("dive", { place: "the reef", buddy: "Grace" });
    await done;
    expect(status).toBe(202);
    expect(messages).toMatchObject([
      { content: "grace at the reef", flags: 64, attachments: [{ filename: "reef.txt", size: 6 }] },
    ]);
  });

  it("defers, fetches the deferred response's message, edits and follows up", async () => {
    const done = when(async (interaction) => {
      const { resource } = await interaction.deferReply({ ephemeral: true, with_response: true });
      expect(Date.parse(resource?.message?.timestamp ?? "")).toBeGreaterThan(0);
      expect(await interaction.editReply("Down")).toMatchObject({ content: "Down" });
      return interaction.followUp({ content: "Up" });
    });
    const { messages } = await ada.use("dive");
    expect(await done).toMatchObject({ content: "Up" });
    expect(messages).toMatchObject([{ content: "Down" }, { content: "Up" }]);
  });

  it("suggests choices while the player types, and responds to a user command", async () => {
    expect(await ada.type("dive", "place", "re")).toEqual([{ name: "Reef", value: "re" }]);
    const { messages } = await ada.useOn("Grace", "Wave");
    expect(messages).toMatchObject([{ content: "Hello grace" }]);
  });

  it("responds to a button with a form and to the form by updating the message", async () => {
    dive = (interaction) =>
      interaction.reply({
        content: "Which?",
        components: [ActionRow(Button({ custom_id: "name", label: "Name it" }))],
      });
    const { messages } = await ada.use("dive");
    await ada.press("name");
    await ada.submit({ text: "Nemo" });
    expect(messages).toMatchObject([{ content: "It is Nemo" }]);
  });
});
