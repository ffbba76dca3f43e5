import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import {
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
} from "../../src/interactions/index.ts";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";

let emulator: Emulator;
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
    row(button("vote:blue", "Blue"), button("rename", "Rename")),
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

beforeEach(async () => {
  problems = [];
  const init = { activities: true, commands: commands.map(({ body }) => body) };
  emulator = await startEmulator({ world: { applications: [init] } });
  const handler = createInteractionHandler({
    ...emulator.handlerOptions(),
    commands,
    components,
    modals,
    report: ({ code }) => void problems.push(code),
  });
  await emulator.application.setInteractionsEndpoint(handler);
});
afterEach(async () => {
  await emulator.close();
  expect(problems).toEqual([]);
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
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const use = async (title: string) => {
    await page.locator("summary", { hasText: title }).click();
    await press(`Use ${title}`);
  };

  it("lets a player vote with a button, choose from a menu and submit a form", async () => {
    await use("/lobby");
    await press("Blue");
    await expect.poll(() => lastMessage().locator("p").first().textContent()).toBe("Ada votes blue");
    await press("Rename");
    await page.getByRole("heading", { name: "A new name" }).waitFor();
    expect(await page.getByLabel("Why").inputValue()).toBe("No reason");
    // The browser does not submit the form without the required name.
    await press("Send");
    expect(await page.locator(".form input:invalid").count()).toBe(1);
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
    await page.getByRole("region", { name: "Activity" }).getByText("Playing: Ada").waitFor();
  });
});
