import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, type EmulatorApplication, startEmulator } from "../../src/emulator/index.ts";
import {
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
} from "../../src/interactions/index.ts";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";

const row = (...components: object[]) => ({ type: 1, components });
const button = (custom_id: string, label: string) => ({ type: 2, style: 1, custom_id, label });
const labelled = (label: string, component: object) => ({ type: 18, label, component });
const sizes = ["Duel", "Squad", "Raid"].map((label) => ({ label, value: label.toLowerCase() }));
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
    labelled("Name", { type: 4, custom_id: "name", style: 1 }),
    labelled("Why", { type: 4, custom_id: "why", style: 2, required: false, value: "No reason" }),
    labelled("Size", { type: 3, custom_id: "size", options: sizes, required: false }),
  ],
};
const commands = [
  defineCommand({ name: "lobby", description: "Opens the lobby", handle: (i) => i.reply(lobby) }),
  defineCommand({
    name: "crew",
    description: "Picks a crew",
    handle: (i) =>
      i.reply({
        content: "Who sails?",
        components: [row({ type: 5, custom_id: "crew", placeholder: "The crew", max_values: 3 })],
      }),
  }),
  defineCommand({
    name: "plan",
    description: "Plans a trip",
    handle: (i) =>
      i.showModal({
        custom_id: "plan",
        title: "A trip",
        components: [
          labelled("Harbor", { type: 8, custom_id: "harbor" }),
          labelled("Sizes", { type: 22, custom_id: "sizes", max_values: 3, options: sizes, required: false }),
          labelled("Weather", { type: 23, custom_id: "weather" }),
          labelled("Chart", { type: 19, custom_id: "chart", required: false }),
        ],
      }),
  }),
];
const components = [
  defineComponent({
    customId: "vote",
    handle: (i, color) => i.update({ content: `${i.user.global_name ?? ""} votes ${color}` }),
  }),
  defineComponent({ customId: "rename", handle: (i) => i.showModal(form) }),
  defineComponent({
    customId: "size",
    handle: (i) => i.reply({ content: `For ${i.payload.data.values?.join() ?? ""}` }),
  }),
  defineComponent({
    customId: "crew",
    handle: (i) =>
      i.reply({
        content: Object.values(i.payload.data.resolved?.users ?? {})
          .map((user) => user.username)
          .join(" and "),
      }),
  }),
];
const modals = [
  defineModal({
    customId: "rename",
    handle: async (i, fields) =>
      fields["name"] === "Play" ? i.launchActivity() : i.reply({ content: JSON.stringify(fields) }),
  }),
  defineModal({ customId: "plan", handle: (i) => i.reply({ content: JSON.stringify(i.payload.data) }) }),
];

let emulator: Emulator;
let sailing: EmulatorApplication;
beforeAll(async () => {
  emulator = await startEmulator({
    world: {
      applications: [{ name: "Diving" }],
      guilds: [
        {
          name: "Harbor Club",
          channels: [
            { name: "general", messages: [{ author: "Grace", content: "שלום" }] },
            { id: "9", name: "pier" },
          ],
        },
      ],
    },
  });
  const bodies = commands.map(({ body }) => body);
  sailing = emulator.addApplication({ name: "Sailing", activities: true, commands: bodies });
  const handler = createInteractionHandler({
    ...emulator.handlerOptions(sailing),
    commands,
    components,
    modals,
  });
  await sailing.setInteractionsEndpoint(handler);
});
afterAll(() => emulator.close());

describe("another application and guild, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();
  let page: Page;
  let complaints: string[];
  beforeEach(async () => {
    ({ page, complaints } = await chromium.emptiedPage({ viewport: { width: 320, height: 800 } }));
    await page.goto(emulator.webBase);
    await page.getByLabel("Application", { exact: true }).selectOption("Sailing");
    await page.getByLabel("Guild").selectOption("Harbor Club");
    await page.getByLabel("You are").selectOption("Grace");
    await page.getByRole("heading", { name: "Sailing", exact: true }).waitFor();
    await page.getByRole("heading", { name: "#general" }).waitFor();
  });
  afterEach(() => expect(complaints).toEqual([]));
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const use = async (title: string) => {
    await page.locator("summary", { hasText: title }).click();
    await press(`Use ${title}`);
  };
  const answer = () => page.locator("#log .message").last().locator(".said p").first().textContent();

  it("shows the chosen player, the chosen channel and its messages", async () => {
    expect(await page.getByLabel("You are").inputValue()).toBe("Grace");
    expect(await page.getByLabel("Channel").locator("option:checked").textContent()).toBe("general");
    const firstMessage = page.locator("#log .said p").first();
    expect(await firstMessage.textContent()).toBe("שלום");
    const direction = `getComputedStyle(document.querySelector("#log .said p")).direction`;
    expect(await page.evaluate(direction)).toBe("rtl");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  });

  it("lets a player select several players from a menu", async () => {
    await use("/crew");
    await page.getByLabel("The crew").selectOption(["Ada", "Grace"]);
    await press("Choose");
    await expect.poll(answer).toBe("ada and grace");
    expect(emulator.player("Ada", { application: sailing, guild: "Harbor Club" }).messages()).toMatchObject([
      { author: "Grace" },
      { author: "Sailing", content: "Who sails?" },
      { author: "Sailing", content: "ada and grace" },
    ]);
  });

  it("lets a player vote with a button, submit a form and choose from a menu", async () => {
    await use("/lobby");
    await press("Blue");
    await expect.poll(answer).toBe("Grace votes blue");
    await press("Rename");
    await page.getByRole("heading", { name: "A new name" }).waitFor();
    expect(await page.getByLabel("Why").inputValue()).toBe("No reason");
    // The browser does not submit the form without the required name.
    await press("Send");
    expect(await page.locator(".form input:invalid").count()).toBe(1);
    await page.getByLabel("Name", { exact: true }).fill("<b>Reef</b>");
    await page.getByLabel("Size").selectOption("Squad");
    await press("Send");
    await expect.poll(answer).toBe('{"name":"<b>Reef</b>","why":"No reason","size":["squad"]}');
    await press("Use /lobby");
    const menus = page.getByLabel("How many", { exact: true });
    await expect.poll(() => menus.count()).toBe(2);
    await menus.last().selectOption("Duel");
    await expect.poll(answer).toBe("For duel");
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
    await page.locator("#log .message").last().getByRole("button", { name: "Rename" }).waitFor();
    await tabTo("Rename");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "A new name" }).waitFor();
    // The form is focused.
    await page.keyboard.type("Play");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Activity" }).getByText("Playing: Grace").waitFor();
  });

  it("lets a player fill in a form with a channel, several sizes, a checkbox and a file", async () => {
    await use("/plan");
    await page.getByLabel("Harbor").selectOption("pier");
    await page.getByLabel("Sizes").selectOption(["Duel", "Raid"]);
    await page.getByLabel("Weather").check();
    const picture = { name: "chart.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0, 0xff]) };
    await page.getByLabel("Chart").setInputFiles(picture);
    await press("Send");
    await expect.poll(answer).toMatch(/^\{/);
    const { components: filled, resolved } = JSON.parse((await answer()) ?? "") as {
      components: { component: object }[];
      resolved: { channels: object; attachments: Record<string, { url: string; content_type: string }> };
    };
    expect(filled.map(({ component }) => component)).toMatchObject([
      { custom_id: "harbor", values: ["9"] },
      { custom_id: "sizes", values: ["duel", "raid"] },
      { custom_id: "weather", value: true },
      { custom_id: "chart", values: Object.keys(resolved.attachments) },
    ]);
    expect(resolved.channels).toMatchObject({ 9: { name: "pier" } });
    const [chart] = Object.values(resolved.attachments);
    expect(chart).toMatchObject({ filename: "chart.png", content_type: "image/png", size: 3 });
    expect(Buffer.from(await (await fetch(chart?.url ?? "")).arrayBuffer())).toEqual(picture.buffer);
  });
});
