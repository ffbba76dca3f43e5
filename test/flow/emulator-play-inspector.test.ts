import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { useChromium } from "../setup/browser.ts";
import { call } from "../setup/emulator/requests.ts";
import { type Game, say, startGame } from "../setup/emulator/game.ts";
import { needs } from "../setup/system-parts.ts";

let emulator: Emulator;
let game: Game;
beforeAll(async () => {
  emulator = await startEmulator();
  game = await startGame(emulator.application.publicKey);
  await emulator.application.setInteractionsEndpoint(game.url);
  await call(emulator, "POST", "/commands", { name: "ping", description: "Answers" });
});
afterAll(async () => {
  await game.close();
  await emulator.close();
});

describe("the inspector, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();
  let page: Page;
  let complaints: string[];
  beforeEach(async () => {
    game.answer = () => say("pong");
    ({ page, complaints } = await chromium.emptiedPage());
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(emulator.webBase);
  });

  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const rows = () => page.getByRole("list", { name: "Requests and responses, newest first" }).locator(".row");
  const details = () => page.locator(".details").first();
  const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
  const use = async (title: string) => {
    await page.locator("summary", { hasText: title }).click();
    await press(`Use ${title}`);
  };

  it("shows a request with its response, copies it as curl and sends it again", async () => {
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
    expect(complaints).toEqual([]);
  });

  it("immediately shows a newly registered command and the API request with its response", async () => {
    await page.locator("summary", { hasText: "/ping" }).waitFor();
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
    await page.locator("summary", { hasText: "For the developer" }).click();
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
  });
});
