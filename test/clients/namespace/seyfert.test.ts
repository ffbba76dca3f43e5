import { verifyKey } from "discord-interactions";
import {
  ActionRow,
  ApplicationCommandType,
  Button,
  ButtonStyle,
  Client,
  Command,
  type CommandContext,
  ComponentCommand,
  type ComponentContext,
  ContextMenuCommand,
  createStringOption,
  createUserOption,
  Declare,
  EntryPointCommand,
  EntryPointCommandHandlerType,
  HttpClient,
  Label,
  type MenuCommandContext,
  MessageFlags,
  Modal,
  ModalCommand,
  type ModalContext,
  Options,
  type OptionsRecord,
  TextInput,
  TextInputStyle,
  type User,
  type UserCommandInteraction,
} from "seyfert";
import type { APIInteraction } from "seyfert/lib/types/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlayerAgent } from "../../../src/emulator/index.ts";
import { needs } from "../../setup/system-parts.ts";
import { type Bot, openBot } from "../setup/bot.ts";
import { listenWith } from "../setup/fetch-handler.ts";

/** The values that players entered. seyfert's types are incompatible with `exactOptionalPropertyTypes`. */
interface Filled {
  readonly place?: string;
  readonly buddy?: User;
}

/** The command's behavior, set by each test. */
let dive: (context: CommandContext, filled: Filled) => Promise<unknown> = () => Promise.resolve();

const options = {
  place: createStringOption({
    description: "Where",
    autocomplete: (interaction) => interaction.respond([{ name: "Reef", value: interaction.getInput() }]),
  }),
  buddy: createUserOption({ description: "With whom" }),
} as Record<Lowercase<string>, OptionsRecord[string]>;

class Dive extends Command {
  override run(context: CommandContext) {
    return dive(context, context.options);
  }
}

class Wave extends ContextMenuCommand {
  run(context: MenuCommandContext<UserCommandInteraction>) {
    return context.write({ content: `Hello ${context.target.username}` });
  }
}

class AskForName extends ComponentCommand {
  override componentType = "Button" as const;
  override customId = "name";

  run({ interaction }: ComponentContext<"Button">) {
    const input = new TextInput().setCustomId("text").setStyle(TextInputStyle.Short);
    const label = new Label().setLabel("Name").setComponent(input);
    return interaction.modal(new Modal().setCustomId("form").setTitle("A name").addComponents(label));
  }
}

class TakeName extends ModalCommand {
  override customId = "form";

  run(context: ModalContext) {
    return context.update({
      content: `It is ${String(context.getInputValue("text", true))}`,
      components: [],
    });
  }
}

class Launch extends EntryPointCommand {
  run() {
    return Promise.reject(new Error("The service launches by itself."));
  }
}

/** Sets a client's commands and components, which it would otherwise load from directories. */
function equip<Kind extends Pick<Client, "commands" | "components">>(client: Kind): Kind {
  // The documented decorators, applied as functions.
  client.commands.set([
    Declare({ name: "dive", description: "Goes under" })(Options<typeof options>(options)(Dive)),
    Declare({ name: "Wave", type: ApplicationCommandType.User })(Wave),
    Declare({
      type: ApplicationCommandType.PrimaryEntryPoint,
      name: "launch",
      description: "Plays",
      handler: EntryPointCommandHandlerType.DiscordLaunchActivity,
    })(Launch),
  ]);
  client.components.set([AskForName, TakeName]);
  return client;
}

function configOf({ application: { id, publicKey, botToken: token } }: Bot) {
  const getRC = () => ({ token, applicationId: id, publicKey, locations: { base: "" }, port: 0 });
  return { logger: { active: false }, getRC };
}

/** The responses that every bot must support, over both transports. */
function itAnswers(play: () => PlayerAgent): void {
  it("responds immediately with the player's options and a file", async () => {
    dive = (context, { place, buddy }) =>
      context.write({
        content: `${buddy?.username} at ${place}`,
        files: [{ filename: "reef.txt", data: "corals" }],
        flags: MessageFlags.Ephemeral,
      });
    const { messages } = await play().use("dive", { place: "the reef", buddy: "Grace" });
    expect(messages).toMatchObject([
      { content: "grace at the reef", flags: 64, attachments: [{ filename: "reef.txt", size: 6 }] },
    ]);
  });

  it("defers, edits, follows up and deletes", async () => {
    const done = new Promise<void>((resolve, reject) => {
      dive = async (context) => {
        await context.deferReply();
        const edited = await context.editResponse({ content: "Down" });
        expect(edited.content).toBe("Down");
        const followed = await context.followup({ content: "Up" });
        await followed.edit({ content: "Up again" });
        expect((await context.fetchResponse()).content).toBe("Down");
        await context.deleteResponse();
      };
      const work = dive;
      dive = (...all) => work(...all).then(() => resolve(), reject);
    });
    const { messages } = await play().use("dive");
    await done;
    expect(messages).toMatchObject([{ content: "Up again" }]);
  });

  it("suggests choices while the player types, and responds to a user command", async () => {
    expect(await play().type("dive", "place", "re")).toEqual([{ name: "Reef", value: "re" }]);
    const { messages } = await play().useOn("Grace", "Wave");
    expect(messages).toMatchObject([{ content: "Hello grace" }]);
  });

  it("responds to a button with a form and to the form by updating the message", async () => {
    const button = new Button().setCustomId("name").setLabel("Name it").setStyle(ButtonStyle.Primary);
    dive = (context) => context.write({ components: [new ActionRow<Button>().addComponents(button)] });
    const { messages } = await play().use("dive");
    await play().press("name");
    await play().submit({ text: "Nemo" });
    expect(messages).toMatchObject([{ content: "It is Nemo", components: [] }]);
  });
}

describe("seyfert", needs("a network namespace"), () => {
  let bot: Bot;
  let ada: PlayerAgent;
  beforeAll(async () => {
    bot = await openBot("namespace");
    ada = bot.emulator.player("Ada", { guild: "Divers" });
  });
  afterAll(() => bot[Symbol.asyncDispose]());

  describe("at the gateway", () => {
    let client: Client;
    beforeAll(async () => {
      client = equip(new Client(configOf(bot)));
      const ready = new Promise<void>((resolve) => {
        client.events.set([{ data: { name: "botReady", once: true }, run: () => resolve() }]);
      });
      await client.start();
      await ready;
    });
    afterAll(() => client.gateway.disconnectAll());

    it("loads its user and application", async () => {
      expect(client.me).toMatchObject({ id: bot.application.id, username: "Reef" });
      expect(await client.applications.fetch()).toMatchObject({ name: "Reef" });
    });

    it("uploads its commands", async () => {
      await client.uploadCommands();
      const commands = await client.proxy.applications(bot.application.id).commands.get();
      expect(commands.map(({ name, type }) => [name, type])).toEqual([
        ["dive", 1],
        ["Wave", 2],
        ["launch", 4],
      ]);
    });

    it("caches and fetches its guild", async () => {
      expect(await client.guilds.list()).toMatchObject([{ id: "11", name: "Divers" }]);
      expect(await client.guilds.fetch("11", true)).toMatchObject({ name: "Divers" });
      const [channel] = await client.guilds.channels.list("11", true);
      expect(channel).toMatchObject({ name: "general" });
      expect(await client.channels.fetch(channel?.id ?? "", true)).toMatchObject({ name: "general" });
      expect(await client.channels.fetchMessages(channel?.id ?? "")).toHaveLength(1);
      expect(await client.roles.list("11", true)).toHaveLength(2);
      expect(await client.members.fetch("11", bot.emulator.players[0].id, true)).toMatchObject({
        user: { username: "ada" },
      });
      expect(await client.users.fetch(bot.emulator.players[0].id, true)).toMatchObject({ username: "ada" });
    });

    itAnswers(() => ada);
  });

  describe("over HTTP", () => {
    /** Checks the signature and passes the interaction on, as seyfert's server adapters do. */
    async function receive(client: HttpClient, request: Request): Promise<Response> {
      const body = await request.text();
      const [signature, timestamp] = ["x-signature-ed25519", "x-signature-timestamp"].map((name) =>
        String(request.headers.get(name)),
      );
      const isGenuine = await verifyKey(body, signature ?? "", timestamp ?? "", bot.application.publicKey);
      if (!isGenuine) return new Response(null, { status: 401 });
      const { headers, response } = await client.onInteractionRequest(JSON.parse(body) as APIInteraction);
      const content = response instanceof FormData ? response : JSON.stringify(response);
      return new Response(content, { headers: headers as Record<string, string> });
    }

    beforeAll(async () => {
      const client = equip(new HttpClient(configOf(bot)));
      await client.start();
      bot.listener = listenWith((request) => receive(client, request));
      await bot.connect();
    });

    itAnswers(() => ada);
  });
});
