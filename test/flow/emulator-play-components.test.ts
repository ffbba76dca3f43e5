import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import {
  createInteractionHandler,
  createNodeListener,
  defineCommand,
  defineComponent,
  defineModal,
  entryPoint,
  fetchActivityInstance,
  registerEntryPoint,
} from "../../src/interactions/index.ts";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";

let emulator: Emulator;
let game: Server;
let instances: string[];
let problems: string[];

const button = (custom_id: string, label: string) => ({ type: 2, style: 1, custom_id, label });
const row = (...components: object[]) => ({ type: 1, components });
const sizes = [
  { label: "Duel", value: "2" },
  { label: "Squad", value: "4" },
];
const lobby = {
  content: "The lobby",
  components: [
    row(button("vote:blue", "Blue"), button("rename", "Rename"), button("play", "Play")),
    row({ type: 3, custom_id: "size", placeholder: "How many", options: sizes }),
  ],
};
const form = {
  custom_id: "rename",
  title: "A new name",
  components: [
    { type: 18, label: "Name", component: { type: 4, custom_id: "name", style: 1 } },
    {
      type: 18,
      label: "Why",
      description: "A sentence or two",
      component: { type: 4, custom_id: "why", style: 2, required: false, value: "No reason" },
    },
    { type: 18, label: "Size", component: { type: 3, custom_id: "size", options: sizes, required: false } },
  ],
};

const commands = [
  defineCommand({ name: "lobby", description: "Opens the lobby", handle: (i) => i.reply(lobby) }),
  defineCommand({ name: "rename", description: "Renames the lobby", handle: (i) => i.showModal(form) }),
];
const components = [
  defineComponent({
    customId: "vote",
    handle: (interaction, color) =>
      interaction.update({ content: `${interaction.user.global_name ?? ""} votes ${color}` }),
  }),
  defineComponent({ customId: "rename", handle: (interaction) => interaction.showModal(form) }),
  defineComponent({
    customId: "size",
    handle: (interaction) =>
      interaction.reply({ content: `For ${interaction.payload.data.values?.join() ?? ""}` }),
  }),
  defineComponent({
    customId: "play",
    handle: async (interaction) => {
      instances.push((await interaction.launchActivity({ withResponse: true })).instanceId);
    },
  }),
];
const modals = [
  defineModal({
    customId: "rename",
    handle: async (interaction, fields) => {
      if (fields["name"] !== "Play") return interaction.reply({ content: JSON.stringify(fields) });
      return interaction.launchActivity();
    },
  }),
];
const play = entryPoint({ name: "play", description: "Play together", handler: 1 });

beforeEach(async () => {
  instances = [];
  problems = [];
  emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
  const { apiBase, application } = emulator;
  const { publicKey } = application;
  const handler = createInteractionHandler({
    publicKey,
    apiBase,
    commands: [...commands, play],
    components,
    modals,
    report: ({ code }) => void problems.push(code),
  });
  game = createServer(createNodeListener(handler)).listen(0, "127.0.0.1");
  await once(game, "listening");
  await application.setInteractionsEndpoint(`http://127.0.0.1:${(game.address() as AddressInfo).port}/`);
  const client = new CommandsClient({ applicationId: application.id, credential, apiBase });
  await registerEntryPoint(client.global, play);
  for (const { body } of commands) await client.global.create(body);
});
afterEach(async () => {
  game.close();
  game.closeAllConnections();
  await emulator.close();
  expect(problems).toEqual([]);
});

const credential = {
  get botToken(): string {
    return emulator.application.botToken;
  },
};

/** As the application, fetches the names of an instance's players. */
async function playersOf(instanceId: string): Promise<readonly string[]> {
  const { apiBase, application } = emulator;
  const options = { applicationId: application.id, credential, apiBase };
  const { users } = await fetchActivityInstance(instanceId, options);
  return users.map((user) => emulator.players.find(({ id }) => id === user)?.name ?? user);
}

describe("components and forms", () => {
  it("updates the message when its button is pressed", async () => {
    const { messages } = await emulator.player("Ada", { guild: "7" }).use("/lobby");
    const [message] = messages;
    const grace = emulator.player("Grace", { guild: "7" });
    const pressed = await grace.press("Blue");
    expect(pressed.response).toMatchObject({ type: 7 });
    expect(messages).toMatchObject([{ id: message?.id, content: "Grace votes blue" }]);
    expect(pressed.messages).toEqual(messages);
    expect(grace.messages()).toMatchObject([{ author: "Example Game", content: "Grace votes blue" }]);
    await expect(grace.press("gone")).rejects.toMatchObject({ code: "unknown_button" });
  });

  it("accepts a form opened by a component and can launch the Activity in response", async () => {
    const ada = emulator.player("Ada", { guild: "7" });
    await ada.use("/lobby");
    await ada.press("Rename");
    expect(ada.form()).toMatchObject({ title: "A new name", controls: [{ label: "Name" }, {}, {}] });
    const sent = await ada.submit({ Name: "Reef", size: "Squad" });
    expect(JSON.parse(sent.messages[0]?.content ?? "")).toEqual({
      name: "Reef",
      why: "No reason",
      size: ["4"],
    });
    await ada.press("Rename");
    const { activityInstance } = await ada.submit({ name: "Play" });
    expect(activityInstance?.location).toMatchObject({ kind: "gc", guild_id: "7" });
  });

  it("lets another player join an Activity launched by a button and reports the Activity's players and location", async () => {
    emulator.addGuild({ name: "Reef", channels: [{ id: "8", name: "general" }] });
    const ada = emulator.player("Ada", { guild: "Reef" });
    await ada.use("/lobby");
    const { status, response } = await ada.press("Play");
    expect([status, response]).toEqual([202, { type: 12 }]);
    const [instanceId = ""] = instances;
    expect(await playersOf(instanceId)).toEqual(["Ada"]);
    expect(emulator.player("Grace").join(instanceId).instance.location).toMatchObject({ channel_id: "8" });
    emulator.player("Grace").join(instanceId);
    expect(await playersOf(instanceId)).toEqual(["Ada", "Grace"]);
    expect(() => emulator.player().join("i-0-pc-0")).toThrow(
      expect.objectContaining({ code: "unknown_activity" }),
    );
  });
});

describe("the page with components, in a browser", needs("Chromium"), () => {
  let page: Page;
  let complaints: string[];
  const chromium = useChromium();
  beforeEach(async () => {
    ({ page, complaints } = await chromium.emptiedPage());
    await page.goto(emulator.webBase);
  });
  afterEach(() => expect(complaints).toEqual([]));

  const lastMessage = () => page.locator("#log .message").last().locator(".said");
  const activity = () => page.getByRole("region", { name: "Activity" });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const use = async (title: string) => {
    await page.locator("summary", { hasText: title }).click();
    await press(title === "play" ? "Launch" : `Use ${title}`);
  };

  it("lets a player vote with a button, choose from a menu and submit a form", async () => {
    await use("/lobby");
    await press("Blue");
    await expect.poll(() => lastMessage().locator("p").first().textContent()).toBe("Ada votes blue");
    await press("Rename");
    await page.getByRole("heading", { name: "A new name" }).waitFor();
    expect(await page.getByLabel("Why").inputValue()).toBe("No reason");
    await page.getByLabel("Name", { exact: true }).fill("<b>Reef</b>");
    await page.getByLabel("Size").selectOption("Squad");
    await press("Send");
    const filled = { name: "<b>Reef</b>", why: "No reason", size: ["4"] };
    await expect.poll(() => lastMessage().locator("p").first().textContent()).toBe(JSON.stringify(filled));
    await press("Use /lobby");
    const sizesMenus = page.getByLabel("How many", { exact: true });
    await expect.poll(() => sizesMenus.count()).toBe(2);
    await sizesMenus.last().selectOption("Duel");
    await expect.poll(() => lastMessage().locator("p").first().textContent()).toBe("For 2");
  });

  it("does not submit a form with required values missing", async () => {
    await use("/rename");
    await page.getByRole("heading", { name: "A new name" }).waitFor();
    await press("Send");
    expect(await page.locator("input:invalid").count()).toBe(1);
    expect(await page.getByRole("heading", { name: "A new name" }).count()).toBe(1);
  });

  it("shows both players after one launches the Activity and the other joins", async () => {
    await use("play");
    const line = (at: number) => activity().locator("p").nth(at).textContent();
    await expect.poll(() => line(0)).toMatch(/^Activity i-\d+-pc-\w+ is running\.$/);
    expect(await line(1)).toBe("Playing: Ada");
    const [, instanceId = ""] = /^Activity (\S+)/.exec((await line(0)) ?? "") ?? [];
    // A player who joins elsewhere appears automatically.
    emulator.player("Barbara").join(instanceId);
    await expect.poll(() => line(1)).toBe("Playing: Ada, Barbara");
    await press("Join");
    expect(await playersOf(instanceId)).toEqual(["Ada", "Barbara"]);
  });

  it("lets a player join an Activity that another player launched in the same channel", async () => {
    const guild = emulator.addGuild({ name: "Reef" });
    const instance = await emulator.player("Ada", { guild: "Reef" }).use("play");
    await page.goto(`${emulator.webBase}/?guild=${guild.id}`);
    await page.getByLabel("You are").selectOption("Grace");
    await activity().getByText("Playing: Ada").waitFor();
    await press("Join");
    await activity().getByText("Playing: Ada, Grace").waitFor();
    expect(await playersOf(instance.activityInstance?.id ?? "")).toEqual(["Ada", "Grace"]);
  });

  it("lets a developer set the endpoint and verifies it", async () => {
    const endpoint = emulator.application.interactionsEndpoint ?? "";
    await using other = await startEmulator({ world: { applications: [{ id: "77" }] } });
    await page.goto(other.webBase);
    await page.locator("summary", { hasText: "For the developer" }).click();
    const save = async (url: string) => {
      await page.getByLabel("Interactions endpoint").fill(url);
      await press("Save");
    };
    await save(endpoint);
    // This endpoint verifies another application's signatures.
    await page.locator("#log .problem").getByText("rejected PING with 401").waitFor();
    expect(other.application.interactionsEndpoint).toBeUndefined();
    await page.goto(emulator.webBase);
    await page.locator("summary", { hasText: "For the developer" }).click();
    expect(await page.getByLabel("Interactions endpoint").inputValue()).toBe(endpoint);
    await save(`${endpoint}again`);
    await page.locator("#log .note").getByText("The endpoint responds.").waitFor();
    expect(emulator.application.interactionsEndpoint).toBe(`${endpoint}again`);
  });

  it("works with only the keyboard", async () => {
    const focused = () => page.evaluate<string>("document.activeElement.textContent");
    const tabTo = async (text: string) => {
      for (let tabs = 0; tabs < 40 && (await focused()) !== text; tabs++) await page.keyboard.press("Tab");
      expect(await focused()).toBe(text);
    };
    await tabTo("/lobby");
    await page.keyboard.press("Enter");
    await tabTo("Use /lobby");
    await page.keyboard.press("Enter");
    await lastMessage().getByRole("button", { name: "Rename" }).waitFor();
    await tabTo("Rename");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "A new name" }).waitFor();
    // The form is focused.
    await page.keyboard.type("Play");
    await page.keyboard.press("Enter");
    await expect.poll(() => activity().textContent()).toContain("Playing: Ada");
  });

  it("fits 320 pixels with sufficient contrast, in light and dark mode", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 640 });
      await page.reload();
      await use("/lobby");
      await lastMessage().getByRole("button", { name: "Rename" }).waitFor();
      await lastMessage().getByRole("button", { name: "Rename" }).click();
      await page.getByRole("heading", { name: "A new name" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      // WCAG 2.2, 1.4.3: at least 4.5 to 1.
      expect(await page.evaluate<number>(lowestContrast)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** Computes the page's lowest contrast between text and background (WCAG 2.2, "contrast ratio"). */
const lowestContrast = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const isClear = (color) => channels(color)[3] === 0;
  const light = (color) => {
    const [r, g, b] = channels(color).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return isClear(color) && element.parentElement ? behind(element.parentElement) : color;
  };
  const texts = [...document.querySelectorAll("body *")].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ""));
  return Math.min(...texts.map((element) => {
    const [high, low] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  }));
})()`;
