import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { useChromium } from "../setup/browser.ts";
import { call } from "../setup/emulator/requests.ts";
import { type Game, say, startGame } from "../setup/emulator/game.ts";
import { needs } from "../setup/system-parts.ts";

let emulator: Emulator;
let game: Game;
let page: Page;
let complaints: string[];

beforeEach(async () => {
  emulator = await startEmulator();
  game = await startGame(emulator.application.publicKey);
  await emulator.application.setInteractionsEndpoint(game.url);
});
afterEach(async () => {
  await game.close();
  await emulator.close();
});

const register = async (...commands: readonly object[]) => {
  for (const command of commands) await call(emulator, "POST", "/commands", command);
};
const ping = { name: "ping", description: "Answers with <b>pong</b>" };

describe("the page and its inspector, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();

  beforeEach(async () => {
    game.answer = () => say("pong");
    ({ page, complaints } = await chromium.emptiedPage());
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(emulator.webBase);
  });
  afterEach(() => expect(complaints).toEqual([]));

  const open = (title: string) => page.locator("summary", { hasText: title }).click();
  const use = (title: string) => page.getByRole("button", { name: `Use ${title}`, exact: true }).click();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const rows = () => page.getByRole("list", { name: "Requests and responses, newest first" }).locator(".row");
  const details = () => page.locator(".details").first();
  const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
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
    await register(ping);
    game.answer = () => ({ type: 5 });
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

  it("shows a request with its response, copies it as curl and sends it again", async () => {
    await register(ping);
    await open("/ping");
    await use("/ping");
    const row = rows().first();
    await expect
      .poll(() => row.textContent())
      .toMatch(/^→To the game: \/ping200\d+:\d\d:\d\d [AP]M · \d+ ms$/);
    await row.click();
    const { body = "" } = { body: await details().locator("pre").first().textContent() } as { body?: string };
    expect(JSON.parse(body)).toMatchObject({ type: 2, data: { name: "ping" } });
    expect(await details().textContent()).toContain("x-signature-ed25519");
    expect(await details().textContent()).toContain("Valid: it matches the application's public key");
    await press("Copy as curl");
    await expect.poll(copied).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/' \\\n/);
    const before = game.payloads.length;
    await press("Send again");
    await expect.poll(() => game.payloads.length).toBe(before + 1);
    expect(game.payloads.at(-1)?.token).not.toBe(game.payloads.at(-2)?.token);
    await expect.poll(() => page.locator("#log .message").count()).toBe(2);
    await press("Send with a wrong signature");
    await page
      .locator("#log .note", { hasText: "correctly rejected the wrong signature with 401" })
      .waitFor();
    expect(game.payloads).toHaveLength(before + 1);
  });

  it("immediately shows a newly registered command and the API request with its response", async () => {
    const { body } = await call(emulator, "POST", "/commands", { name: "dive", description: "<img src=x>" });
    await page.locator("summary", { hasText: "/dive" }).waitFor();
    await rows().first().getByTitle(`POST /applications/${emulator.application.id}/commands`).waitFor();
    await rows().first().click();
    expect(await details().textContent()).toContain("authorizationBot [hidden]");
    expect(await page.content()).not.toContain(emulator.application.botToken);
    expect(await page.locator("img").count()).toBe(0);
    await call(emulator, "DELETE", `/commands/${String(body["id"])}`);
    await page.locator("summary", { hasText: "/dive" }).waitFor({ state: "detached" });
  });

  it("groups repeated requests in an expandable row, and can filter and clear the list", async () => {
    const { length } = await rows().all();
    for (let count = 0; count < 4; count += 1) await call(emulator, "GET", "/commands");
    const row = rows().first();
    await expect.poll(() => row.textContent()).toContain("4 × 200");
    expect(await row.locator("time").count()).toBe(2);
    await row.click();
    await page.locator(".repeated > li").nth(3).waitFor();
    await page.locator(".repeated > li").nth(3).getByRole("button").click();
    await details().waitFor();
    await row.click();
    await page.getByLabel("Show requests with").fill("no such thing");
    await page.getByText(/^0 of \d+ requests$/).waitFor();
    await page.getByLabel("Show requests with").fill("");
    await expect.poll(async () => (await rows().all()).length).toBe(length + 1);
    await press("Clear");
    await expect.poll(() => rows().count()).toBe(0);
    await call(emulator, "GET", "/commands");
    await expect.poll(() => rows().count()).toBe(1);
  });

  it("copies ids and secrets, and shows secrets on request", async () => {
    await open("For the developer");
    const { clientSecret, id } = emulator.application;
    await press("Copy application id");
    await expect.poll(copied).toBe(id);
    await press("Copy client secret");
    await expect.poll(copied).toBe(clientSecret);
    expect(await page.locator(".ids").textContent()).not.toContain(clientSecret);
    await press("Show client secret");
    await page.getByText(clientSecret).waitFor();
  });

  it("reports that the emulator has exited and connects to the next emulator on the same port", async () => {
    const first = await startEmulator();
    const port = Number(new URL(first.webBase).port);
    await page.goto(first.webBase);
    await page.getByRole("heading", { name: "Example Game", exact: true }).waitFor();
    await first.close();
    await page.getByRole("alert").getByText("no longer responds").waitFor();
    await using _next = await startEmulator({ port, world: { applications: [{ name: "Next Game" }] } });
    await page.getByRole("heading", { name: "Next Game", exact: true }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    // Chromium logs the closed connection.
    complaints.length = 0;
  });
});
