import express from "express";
import {
  ApplicationCommandType,
  type AutocompleteContext,
  ButtonStyle,
  type CommandContext,
  CommandOptionType,
  ComponentType,
  DiscordRESTError,
  ExpressServer,
  GenericServer,
  SlashCommand,
  SlashCreator,
  TextInputStyle,
} from "slash-create";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBot } from "../setup/bot.ts";
import { listenWith } from "../setup/fetch-handler.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
const ada = emulator.player("Ada");
const diver = emulator.player("Ada", { guild: "Divers" });
afterAll(() => bot[Symbol.asyncDispose]());

let react: (context: CommandContext) => unknown = () => undefined;

class Dive extends SlashCommand {
  constructor(creator: SlashCreator) {
    super(creator, {
      name: "dive",
      description: "Goes under",
      options: [
        { type: CommandOptionType.STRING, name: "place", description: "Where", autocomplete: true },
        { type: CommandOptionType.USER, name: "buddy", description: "With whom" },
      ],
    });
  }

  override async autocomplete(context: AutocompleteContext) {
    return [{ name: "Reef", value: String(context.options[context.focused]) }];
  }

  override async run(context: CommandContext) {
    return react(context) as string;
  }
}

class Launch extends SlashCommand {
  constructor(creator: SlashCreator) {
    super(creator, {
      type: ApplicationCommandType.ENTRY_POINT,
      name: "launch",
      description: "Plays",
      handler: 1,
    });
  }

  override async run(context: CommandContext) {
    await context.launchActivity();
  }
}

class Wave extends SlashCommand {
  constructor(creator: SlashCreator) {
    super(creator, { type: ApplicationCommandType.USER, name: "Wave" });
  }

  override async run(context: CommandContext) {
    return `Hello ${context.targetUser?.globalName}`;
  }
}

function create(options = {}) {
  const { id: applicationID, publicKey, botToken: token } = application;
  const rest = { baseURL: `${bot.api}/v10` };
  return new SlashCreator({ applicationID, publicKey, token: `Bot ${token}`, rest, ...options })
    .on("error", (error) => expect.unreachable(error.message))
    .on("commandError", (_command, error) => expect.unreachable(error.message));
}

/** Handles the next use of the command with `work` and settles with its outcome. */
function when<Result>(work: (context: CommandContext) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    react = (context) => work(context).then(resolve, reject);
  });
}

describe("slash-create", () => {
  const app = express();
  const creator = create();

  it("syncs its commands and sends no further requests if they are unchanged", async () => {
    const methods: string[] = [];
    creator.on("rawREST", ({ method }) => void methods.push(method));
    creator.registerCommands([Dive, Wave, Launch]);
    await creator.syncCommands();
    const commands = await creator.api.getCommands();
    expect(commands.map(({ name, type }) => [name, type])).toEqual([
      ["launch", 4],
      ["dive", 1],
      ["Wave", 2],
    ]);
    expect(creator.commands.get("1:global:dive")?.ids.get("global")).toBe(commands[1]?.id);
    expect(methods).toEqual(["GET", "PUT", "GET"]);
  });

  it("reports the invalid field", async () => {
    const failed = creator.api.createCommand({ name: "dive", description: "" });
    await expect(failed).rejects.toThrow(DiscordRESTError);
    await expect(failed).rejects.toMatchObject({
      name: "DiscordRESTError [400]",
      response: { code: 50_035, errors: { description: { _errors: [expect.anything()] } } },
      message: expect.stringContaining("description: "),
    });
  });

  it("waits if it is rate limited", async () => {
    const first = creator.api.getCommands("429000000000000001");
    const others = create().api.getCommands("429000000000000001");
    expect(await Promise.all([first, others])).toEqual([[], []]);
  });

  describe("on Express", () => {
    beforeAll(async () => {
      creator.withServer(new ExpressServer(app, { alreadyListening: true }));
      await creator.startServer();
      bot.listener = app;
      await bot.connect();
    });

    it("responds to a command with the returned string", async () => {
      react = ({ options, users }) => `${users.get(options["buddy"])?.username} at ${options["place"]}`;
      const { messages } = await diver.use("dive", { place: "the reef", buddy: "Ada" });
      expect(messages).toMatchObject([{ content: "ada at the reef" }]);
    });

    it("responds with files, visible only to the player", async () => {
      const done = when(async (context) => {
        await context.send({
          content: "Look",
          ephemeral: true,
          files: [{ name: "reef.txt", file: Buffer.from("corals") }],
        });
        return context.fetch();
      });
      const { messages } = await ada.use("dive");
      expect(messages).toMatchObject([
        { content: "Look", flags: 64, attachments: [{ filename: "reef.txt", size: 6 }] },
      ]);
      expect(await done).toMatchObject({ content: "Look", attachments: [{ filename: "reef.txt" }] });
    });

    it("defers, edits, follows up and deletes", async () => {
      const done = when(async (context) => {
        await context.defer();
        const edited = await context.editOriginal({
          content: "Down",
          files: [{ name: "a.txt", file: Buffer.from("one") }],
        });
        expect(edited).toMatchObject({ content: "Down", attachments: [{ filename: "a.txt" }] });
        const extra = await context.sendFollowUp("Up");
        await extra.edit("Up again");
        expect(await context.fetch(extra.id)).toMatchObject({ content: "Up again" });
        await extra.delete();
        await expect(context.fetch(extra.id)).rejects.toMatchObject({ response: { code: 10_008 } });
        await context.delete();
        return context.sendFollowUp({ content: "Bye", ephemeral: true });
      });
      const { messages } = await ada.use("dive");
      expect(await done).toMatchObject({ content: "Bye", flags: 64 });
      expect(messages).toMatchObject([{ content: "Bye" }]);
    });

    it("responds to a user command, and suggests choices while a player types", async () => {
      const { messages } = await ada.useOn("Grace", "Wave");
      expect(messages).toMatchObject([{ content: "Hello Grace" }]);
      expect(await ada.type("dive", "place", "re")).toEqual([{ name: "Reef", value: "re" }]);
    });

    it("responds to a button with a form and to the form with an update", async () => {
      const input = {
        type: ComponentType.TEXT_INPUT,
        label: "Name",
        style: TextInputStyle.SHORT,
        custom_id: "text",
      };
      const done = when(async (context) => {
        const button = {
          type: ComponentType.BUTTON,
          style: ButtonStyle.PRIMARY,
          label: "Name it",
          custom_id: "name",
        };
        await context.send({
          components: [{ type: ComponentType.ACTION_ROW, components: [button] }],
        } as Parameters<typeof context.send>[0]);
        await context.fetch();
        context.registerComponent("name", (pressed) => {
          const components = [{ type: ComponentType.ACTION_ROW, components: [input] }];
          const modal = { title: "A name", components } as Parameters<typeof pressed.sendModal>[0];
          void pressed.sendModal(modal, async (sent) =>
            sent.editParent({ content: `It is ${String(sent.values["text"])}`, components: [] }),
          );
        });
      });
      const { messages } = await ada.use("dive");
      await done;
      await ada.press("name");
      await ada.submit({ text: "Nemo" });
      await expect.poll(() => messages).toMatchObject([{ content: "It is Nemo", components: [] }]);
    });
  });

  it("responds through the API on any Fetch API server", async () => {
    const server = new GenericServer();
    const posting = create({ postCallbacks: true }).withServer(server);
    posting.registerCommands([Dive]);
    bot.listener = listenWith((request) => server.endpoint(request));
    await bot.connect();
    const done = when(async (context) =>
      context.send({ content: "Posted", files: [{ name: "a.txt", file: Buffer.from("x") }] }),
    );
    const { status, messages } = await ada.use("dive");
    expect([status, messages]).toMatchObject([202, [{ content: "Posted" }]]);
    expect(await done).toMatchObject({ resource: { message: { content: "Posted" } } });
  });
});
