import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { useChromium } from "../setup/browser.ts";
import { type Game, say, startGame } from "../setup/emulator/game.ts";
import { needs } from "../setup/system-parts.ts";

let emulator: Emulator;
let game: Game;
let page: Page;
let complaints: string[];

beforeEach(async () => {
  emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
  game = await startGame(emulator.application.publicKey);
  await emulator.application.setInteractionsEndpoint(game.url);
});
afterEach(async () => {
  await game.close();
  await emulator.close();
});

/** Registers commands together with the entry point, which an application with an Activity must keep. */
async function register(...commands: readonly object[]): Promise<void> {
  const { application, apiBase } = emulator;
  const response = await fetch(`${apiBase}/applications/${application.id}/commands`, {
    method: "PUT",
    headers: { authorization: `Bot ${application.botToken}`, "content-type": "application/json" },
    body: JSON.stringify([launch, ...commands]),
  });
  expect(response.status, await response.text()).toBe(200);
}

const launch = { type: 4, name: "launch", description: "Play together", handler: 1 };

describe("the page for a player, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();

  beforeEach(async () => {
    ({ page, complaints } = await chromium.emptiedPage());
  });
  afterEach(() => expect(complaints).toEqual([]));

  const open = (title: string) => page.locator("summary", { hasText: title }).click();
  const use = (title: string) => page.getByRole("button", { name: `Use ${title}`, exact: true }).click();
  const lastMessage = () => page.locator("#log .message").last().locator(".said");

  it("runs a slash command with a subcommand, options and suggestions", async () => {
    await register({
      name: "color",
      description: "Colors",
      options: [
        {
          type: 1,
          name: "set",
          description: "Sets the color",
          options: [
            { type: 3, name: "name", description: "Which one", required: true, autocomplete: true },
            { type: 4, name: "alpha", description: "How strong", min_value: 0, max_value: 255 },
            { type: 6, name: "whose", description: "Whose color" },
          ],
        },
      ],
    });
    game.answer = ({ type, data }) => {
      const filled = data.options?.[0]?.options ?? [];
      const typed = filled.find(({ focused }) => focused)?.value;
      if ((type as number) === 4)
        return { type: 8, data: { choices: [{ name: `${String(typed)}!`, value: "red" }] } };
      return say(filled.map(({ name, value }) => `${name}=${String(value)}`).join(" "));
    };
    await page.goto(emulator.webBase);
    await open("/color set");
    await page.getByLabel("name", { exact: true }).fill("re");
    await page.locator("datalist option", { hasText: "re!" }).waitFor({ state: "attached" });
    await page.getByLabel("name", { exact: true }).fill("red");
    await page.getByLabel("alpha").fill("12");
    await page.getByLabel("whose").selectOption("Grace");
    await use("/color set");
    await expect
      .poll(() => lastMessage().textContent())
      .toBe(`name=red alpha=12 whose=${emulator.players[1]?.id}`);
    const last = game.payloads.at(-1)?.data;
    expect(last?.options).toMatchObject([
      { type: 1, name: "set", options: [{ type: 3 }, { type: 4, value: 12 }, {}] },
    ]);
    expect(last?.resolved?.users).toMatchObject({
      [emulator.players[1]?.id ?? ""]: { global_name: "Grace" },
    });
  });

  it("runs USER and MESSAGE commands", async () => {
    await register({ type: 2, name: "High Five" }, { type: 3, name: "Translate" });
    game.answer = ({ data }) => {
      const [target] = Object.values({ ...data.resolved?.users, ...data.resolved?.messages });
      return say(JSON.stringify(target));
    };
    await page.goto(emulator.webBase);
    const [ofGrace, ofMessage] = ["Commands for Grace", "Commands for Example Game's message"];
    await page.getByRole("button", { name: ofGrace }).click();
    await page.getByRole("button", { name: "High Five" }).click();
    await expect.poll(() => lastMessage().textContent()).toContain('"global_name":"Grace"');
    // Uses the keyboard, then the right mouse button.
    await page.getByRole("button", { name: ofMessage }).focus();
    await page.keyboard.press("Enter");
    expect(await page.getByRole("button", { name: "Translate" }).count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("button", { name: "Translate" }).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(ofMessage);
    await lastMessage().click({ button: "right" });
    await page.getByRole("button", { name: "Translate" }).click();
    await expect.poll(() => lastMessage().textContent()).toContain('"content":"{');
  });

  it("shows a deferred response and renders markup as plain text", async () => {
    await register({ name: "ping", description: "Answers with <b>pong</b>" });
    game.answer = () => ({ type: 5 });
    await page.goto(emulator.webBase);
    await open("/ping");
    await use("/ping");
    await expect.poll(() => lastMessage().textContent()).toBe("The game is thinking…");
    const { apiBase, application } = emulator;
    await fetch(`${apiBase}/webhooks/${application.id}/${game.payloads[0]?.token}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ content: "<img src=x onerror=alert(1)>" }),
    });
    await expect.poll(() => lastMessage().textContent()).toBe("<img src=x onerror=alert(1)>");
    expect(await page.locator("form b, #log img").count()).toBe(0);
  });

  it("adds and removes faults, and advances the clock", async () => {
    await page.goto(emulator.webBase);
    await open("Faults and time");
    await page.getByLabel("Failure").selectOption({ label: "503: the service is overloaded" });
    await page.getByLabel("Where").fill("/users/@me");
    await page.getByLabel("How many times to apply the fault").fill("2");
    await page.getByRole("button", { name: "Add fault" }).click();
    const now = page.getByRole("region", { name: "Current faults and time" });
    await now.getByText("503: the service is overloaded, paths with /users/@me, 2 times").waitFor();
    const ask = async () => (await fetch(`${emulator.apiBase}/users/@me`)).status;
    expect(await ask()).toBe(503);
    await page.getByRole("button", { name: "Remove all faults" }).click();
    await expect.poll(() => now.getByRole("listitem").count()).toBe(0);
    expect(await ask()).toBe(401);
    await page.getByLabel("Time to advance").fill("2 weeks");
    await page.getByRole("button", { name: "Advance time" }).click();
    await page.locator("#log .problem", { hasText: "time is a string, but must be" }).waitFor();
    await page.getByLabel("Time to advance").fill("14d");
    await page.getByRole("button", { name: "Advance time" }).click();
    await expect
      .poll(async () => Date.parse((await now.getByRole("time").textContent()) ?? ""))
      .toBeGreaterThan(Date.now() + 13 * 86_400_000);
  });
});
