// The emulator page's states, for the screenshots in docs/emulator.md and for tests. Each is opened in a browser.
import { createServer } from "node:http";
import { once } from "node:events";
import { longName, longPlayer } from "./page-states.js";
import { serveRace } from "./race.js";

/** @import { Page } from "playwright-core" */
/** @import { Emulator, startEmulator } from "slashpass/emulator" */
/** @import * as interactions from "slashpass/interactions" */
/** @import { Client } from "slashpass" */
/** @import { State } from "./pictures.js" */

/** @typedef {typeof interactions & { startEmulator: typeof startEmulator, Client: typeof Client }} Library - The build or the sources. */
/** @typedef {State<PlayStage>} PlayState */

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

/** @param {string} custom_id @param {string} label */
const button = (custom_id, label) => ({ type: 2, style: 1, custom_id, label });
/** @param {readonly object[]} components */
const row = (...components) => ({ type: 1, components });

/** @param {Library} library */
function createCommands({ defineCommand, entryPoint }) {
  return [
    defineCommand({
      name: "lobby",
      description: "Opens a lobby for a race",
      handle: (i) =>
        i.reply({
          content: "The lobby is open. Which team?",
          components: [
            row(button("team:coral", "Coral"), button("team:kelp", "Kelp")),
            row({ type: 5, custom_id: "captain", placeholder: "The captain" }),
          ],
        }),
    }),
    defineCommand({
      name: "score",
      description: "Sets somebody's score",
      options: [
        { type: 6, name: "player", description: "Whose it is", required: true },
        { type: 4, name: "points", description: "How many", required: true, min_value: 0, max_value: 100 },
        { type: 8, name: "role", description: "For whom it counts" },
      ],
      handle: (i) => i.reply({ content: "Only you are told: the score is set.", flags: 64 }),
    }),
    defineCommand({
      name: "rename",
      description: "Renames the lobby",
      handle: (i) =>
        i.showModal({
          custom_id: "rename",
          title: "A new name",
          components: [
            { type: 18, label: "Name", component: { type: 4, custom_id: "name", style: 1 } },
            { type: 18, label: "Why", component: { type: 4, custom_id: "why", style: 2, required: false } },
          ],
        }),
    }),
    defineCommand({ type: 2, name: "Challenge", handle: (i) => i.reply({ content: "Challenged." }) }),
    defineCommand({ type: 3, name: "Translate", handle: (i) => i.reply({ content: "Bonjour !" }) }),
    entryPoint({ name: "race", description: "Race together", handler: 1 }),
  ];
}

/** An emulator and a game with an interactions endpoint. */
export class PlayStage {
  /**
   * @param {Library} library
   * @param {Emulator} emulator
   * @param {import("node:http").Server} game
   */
  constructor(library, emulator, game) {
    this.library = library;
    this.emulator = emulator;
    this.game = game;
  }

  /** @param {Library} library */
  static async create(library) {
    const commands = createCommands(library);
    const applications = [
      { name: "Reef Rally", activities: true, commands: commands.map(({ body }) => body) },
      { name: longName, commands: [{ name: "a".repeat(32), description: longWord }] },
      { name: "New Game" },
    ];
    const messages = [
      { author: "Grace", content: "Who is up for a race?" },
      { author: "Ada", content: "Me, in five minutes." },
    ];
    const spoken = [
      { author: "مريم", content: "من يريد أن يلعب معي اليوم؟" },
      { author: "נועה", content: "אני! חכו לי חמש דקות, /lobby כבר פתוח." },
    ];
    const channels = [
      { name: "general", messages },
      { name: "عام", messages: spoken },
    ];
    const long = [
      { name: longWord.toLowerCase(), messages: [{ author: longPlayer, content: `${longWord} `.repeat(3) }] },
    ];
    const emulator = await library.startEmulator({
      world: {
        applications,
        players: ["Ada", "Grace", "مريم", "נועה", longPlayer],
        guilds: [
          { name: "Reef Club", channels, roles: [{ name: "Captains" }] },
          { name: longName, channels: long },
        ],
      },
    });
    const { application, apiBase } = emulator;
    const handler = library.createInteractionHandler({
      publicKey: application.publicKey,
      apiBase,
      commands,
      components: [
        library.defineComponent({
          customId: "team",
          handle: (i, team) => i.update({ content: `Team ${team} it is.` }),
        }),
        library.defineComponent({ customId: "captain", handle: (i) => i.reply({ content: "Aye." }) }),
      ],
      modals: [library.defineModal({ customId: "rename", handle: (i) => i.reply({ content: "Renamed." }) })],
    });
    const interact = library.createNodeListener(handler);
    const game = createServer((request, response) =>
      request.url === "/interactions" ? interact(request, response) : serveRace(request, response),
    ).listen(0, "127.0.0.1");
    await once(game, "listening");
    const stage = new PlayStage(library, emulator, game);
    await application.setInteractionsEndpoint(stage.endpoint);
    application.setActivity({ mappings: [{ prefix: "/", target: new URL(stage.endpoint).host }] });
    return stage;
  }

  get endpoint() {
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.game.address());
    return `http://127.0.0.1:${port}/interactions`;
  }

  endGame() {
    this.game.close();
    this.game.closeAllConnections();
  }

  async close() {
    this.endGame();
    await this.emulator.close();
  }

  /**
   * Returns the page's URL for a player in a channel.
   *
   * @param {{ player?: string, application?: string, guild?: string, channel?: string }} [names]
   */
  url({ player = "Ada", application = "Reef Rally", guild = "Reef Club", channel = "general" } = {}) {
    const { webBase, applications, guilds } = this.emulator;
    const where = guilds.find(({ name }) => name === guild);
    const query = new URLSearchParams({
      player,
      application: applications.find(({ name }) => name === application)?.id ?? "",
      guild: where?.id ?? "",
      channel: where?.channels.find(({ name }) => name === channel)?.id ?? "",
    });
    return `${webBase}/?${query.toString()}`;
  }
}

/** @param {Page} page @param {PlayStage} stage @param {Parameters<PlayStage["url"]>[0]} [location] */
async function visit(page, stage, location) {
  await page.goto(stage.url(location));
  await page.getByRole("log").waitFor();
}

/** @param {Page} page @param {string} title @param {string} [name] */
async function use(page, title, name = `Use ${title}`) {
  await page.locator("summary", { hasText: title }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await page.locator("summary", { hasText: title }).click();
}

/** @param {Page} page @param {PlayStage} stage */
async function converse(page, stage) {
  await visit(page, stage);
  await use(page, "/lobby");
  await page.getByText("Which team?").last().waitFor();
  await page.locator("summary", { hasText: "/score" }).click();
  await page.getByLabel("points").fill("80");
  await page.getByRole("button", { name: "Use /score" }).click();
  await page.getByText("Only you are told").last().waitFor();
}

/**
 * Launches the Activity for two players in the same channel.
 *
 * @param {Page} page
 * @param {PlayStage} stage
 * @param {Parameters<PlayStage["url"]>[0]} [location]
 */
async function race(page, stage, location) {
  await visit(page, stage, location);
  await use(page, "race", "Launch");
  await page.getByText("Connected").waitFor();
  const activity = page.frames().find((frame) => frame.url().includes("frame_id="));
  if (!activity) throw new Error("The Activity's page is not open.");
  await stage.emulator
    .player("Grace", { guild: "Reef Club", channel: location?.channel ?? "general" })
    .use("race");
  await page.getByRole("list", { name: "Playing" }).getByText("Grace").waitFor();
  // Chromium draws a cross-origin frame only after a screenshot.
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot();
  await activity.evaluate(
    "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
  );
  return activity;
}

/** @param {import("playwright-core").Frame} activity @param {string} command @param {object} args */
async function ask(activity, command, args) {
  await activity.evaluate(`ask(${JSON.stringify(command)}, ${JSON.stringify(args)}) && undefined`);
}

/**
 * Signs in as Ada and declines as Grace.
 *
 * @param {PlayStage} stage
 */
async function signIn({ emulator, library }) {
  const ada = emulator.player("Ada");
  const client = new library.Client({ ...emulator.clientOptions(), openBrowser: ada.browser() });
  const { code, codeVerifier, redirectUri } = await client.Authorize({ scopes: "openid identify guilds" });
  const { id } = emulator.application;
  const tokens = await client.GetToken(id, code, codeVerifier?.Verifier() ?? "", redirectUri);
  await client.FetchCurrentUser(tokens.tokenType, tokens.accessToken);
  await client.close();
  const openBrowser = emulator.player("Grace").browser({ answer: "deny" });
  const other = new library.Client({ ...emulator.clientOptions(), openBrowser });
  await other.Authorize({ scopes: "openid identify guilds" }).catch(() => undefined);
  await other.close();
}

/** @param {Page} page @param {PlayStage} stage @param {number} times */
async function saveUnreachableEndpoint(page, stage, times) {
  await visit(page, stage);
  await page.locator("summary", { hasText: "For the developer" }).click();
  const { endpoint } = stage;
  stage.endGame();
  await page.getByLabel("Interactions endpoint").fill(endpoint);
  for (let count = 0; count < times; count += 1) {
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".problem", { hasText: "No server listens at" }).nth(count).waitFor();
  }
}

/** @type {readonly PlayState[]} */
export const playStates = [
  {
    name: "sign-ins",
    about: "Sign-ins and their requests.",
    open: async (page, stage) => {
      await visit(page, stage);
      await signIn(stage);
      await page.getByText("Grace did not authorize").waitFor();
      await page.getByText("GET /users/@me").waitFor();
    },
  },
  { name: "conversation", about: "Chat and requests.", open: converse },
  {
    name: "request",
    about: "A request's headers, signature and timing.",
    open: async (page, stage) => {
      await converse(page, stage);
      await page.locator(".row", { hasText: "/score" }).first().click();
      await page.getByRole("heading", { name: "Answer", exact: true }).waitFor();
    },
  },
  {
    name: "problem",
    about: "A game that does not respond.",
    open: async (page, stage) => {
      await saveUnreachableEndpoint(page, stage, 1);
      await page.locator(".row", { hasText: "refused: no server" }).first().click();
    },
  },
  {
    name: "repeated",
    about: "Repeated requests in one row.",
    open: async (page, stage) => {
      await saveUnreachableEndpoint(page, stage, 5);
      await page.locator(".row", { hasText: "5 × refused: no server" }).click();
      await page.locator("summary", { hasText: "For the developer" }).click();
      const { application, apiBase, guilds } = stage.emulator;
      const path = `/applications/${application.id}/guilds/${guilds[0]?.id}/commands/permissions`;
      await fetch(apiBase + path, { headers: { authorization: `Bot ${application.botToken}` } });
      await page.locator(".row", { hasText: "…/commands/permissions" }).waitFor();
    },
  },
  {
    name: "menus",
    about: "Message commands and an open form.",
    open: async (page, stage) => {
      await visit(page, stage);
      await use(page, "/rename");
      await page.getByRole("heading", { name: "A new name" }).waitFor();
      await page.getByRole("button", { name: "Commands for Grace's message" }).first().click();
      await page.getByRole("button", { name: "Translate" }).waitFor();
    },
  },
  {
    name: "right-to-left",
    about: "Chat in Arabic and Hebrew.",
    open: async (page, stage) => {
      await visit(page, stage, { player: "مريم", channel: "عام" });
      await use(page, "/lobby");
      await page.getByText("Which team?").last().waitFor();
    },
  },
  {
    name: "long-names",
    about: "Long names.",
    open: async (page, stage) => {
      const location = {
        player: longPlayer,
        application: longName,
        guild: longName,
        channel: longWord.toLowerCase(),
      };
      await visit(page, stage, location);
      await use(page, "/aaa", `Use /${"a".repeat(32)}`);
      await page.getByText("has no interactions endpoint").last().waitFor();
    },
  },
  {
    name: "activity",
    about: "An Activity with its players and messages.",
    open: race,
  },
  {
    name: "activity-question",
    about: "An Activity's prompt.",
    open: async (page, stage) => {
      const scopes = ["identify", "guilds.members.read", "rpc.activities.write"];
      const query = { client_id: stage.emulator.application.id, response_type: "code", scope: scopes };
      await ask(await race(page, stage), "AUTHORIZE", query);
      await page.getByRole("dialog", { name: "Reef Rally wants to" }).waitFor();
    },
  },
  {
    name: "activity-mobile",
    about: "A mobile device with right-to-left names.",
    open: async (page, stage) => {
      await race(page, stage, { player: "مريم", channel: "عام" });
      await page.getByLabel("Device").selectOption("Mobile");
      await page.locator(".screen.mobile").waitFor();
      await page.getByText("Connected").waitFor();
    },
  },
  {
    name: "activity-without-page",
    about: "An Activity without a page URL.",
    open: async (page, stage) => {
      stage.emulator.application.setActivity(undefined);
      await visit(page, stage);
      await use(page, "race", "Launch");
      await page.getByText("page URL is not set yet").waitFor();
    },
  },
  {
    name: "nothing-yet",
    about: "An empty page.",
    open: (page, stage) => visit(page, stage, { application: "New Game", guild: "", channel: "" }),
  },
];
