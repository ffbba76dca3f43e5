import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PlayStage } from "../../scripts/screenshots/emulator-page-states.js";
import { Client } from "../../src/client.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import * as interactions from "../../src/interactions/index.ts";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";

let stage: PlayStage;
beforeAll(async () => {
  stage = await PlayStage.create({ ...interactions, startEmulator, Client });
});
afterAll(() => stage.close());

const playing = (page: Page) =>
  page.getByRole("list", { name: "Playing" }).getByRole("listitem").allTextContents();
const connected = (page: Page) => page.locator(".bar").getByText("Connected").waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function launch(page: Page): Promise<void> {
  await page.locator("summary", { hasText: "race" }).click();
  await press(page, "Launch");
  await connected(page);
}

function activityIn(page: Page): Frame {
  const activity = page.frames().find((frame) => frame.url().includes("frame_id="));
  return activity ?? expect.unreachable("no Activity is open");
}

/** Sends a command from the Activity's page and returns the response data. */
async function ask(page: Page, cmd: string, args: object, evt?: string): Promise<Record<string, unknown>> {
  const activity = activityIn(page);
  await activity.evaluate(`ask(${JSON.stringify(cmd)}, ${JSON.stringify(args)}, ${JSON.stringify(evt)})`);
  const answer = `heard.findLast(({ cmd, evt }) => cmd === "${cmd}")`;
  await activity.waitForFunction(answer);
  return activity.evaluate<Record<string, unknown>>(`${answer}.data`);
}

describe("an Activity on the emulator's page, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();
  let ada: Page;
  let grace: Page;
  beforeEach(async () => {
    [{ page: ada }, { page: grace }] = await Promise.all([chromium.emptiedPage(), chromium.newPage()]);
    await ada.goto(stage.url({ player: "Ada" }));
    await grace.goto(stage.url({ player: "Grace" }));
  });

  it("can be launched in one window, joined in another, reloaded and left", async () => {
    await launch(ada);
    await press(grace, "Join");
    await connected(grace);
    for (const page of [ada, grace]) await expect.poll(() => playing(page)).toHaveLength(2);
    expect(await playing(ada)).toEqual(["Ada (you)", "Grace"]);
    await ask(ada, "SUBSCRIBE", {}, "ACTIVITY_LAYOUT_MODE_UPDATE");
    await ada.getByLabel("Layout").selectOption("Grid");
    await ada.locator(".layout.grid .tile", { hasText: "Grace" }).waitFor();
    await ada.getByLabel("Filter").fill('layout_mode": 2');
    await ada.locator(".messages .row", { hasText: "ACTIVITY_LAYOUT_MODE_UPDATE" }).click();
    expect(await ada.locator(".messages pre").textContent()).toContain('"layout_mode": 2');
    await grace.getByLabel("You", { exact: true }).selectOption("Speaking");
    await ada.locator(".bar .speaking", { hasText: "Grace" }).waitFor();
    await ada.reload();
    await connected(ada);
    expect(await playing(ada)).toEqual(["Ada (you)", "Grace is speaking"]);
    await press(ada, "Leave");
    await expect.poll(() => playing(grace)).toEqual(["Grace (you) is speaking"]);
    await ada.getByRole("button", { name: "Join" }).waitFor();
    await press(grace, "Leave");
    await expect.poll(() => ada.getByRole("region", { name: "Activity", exact: true }).count()).toBe(0);
  });

  it("shows prompts over its window and lets an invited player join", async () => {
    await grace.goto(stage.url({ player: "Grace", application: "New Game" }));
    const { application, apiBase } = stage.emulator;
    const { id, clientSecret } = application;
    await launch(ada);
    await activityIn(ada).evaluate(
      `ask("AUTHORIZE", { client_id: "${id}", response_type: "code", scope: ["identify"] }) && undefined`,
    );
    const question = ada.getByRole("dialog", { name: "Reef Rally wants to" });
    await question.getByText("See your name and picture").waitFor();
    expect(await ada.evaluate("document.activeElement.getAttribute('role')")).toBe("dialog");
    await ada.keyboard.press("Tab");
    await ada.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    const code = await activityIn(ada).waitForFunction(
      `heard.find(({ cmd }) => cmd === "AUTHORIZE")?.data.code`,
    );
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: String(await code.jsonValue()),
      client_id: id,
      client_secret: clientSecret,
    });
    const response = await fetch(`${apiBase}/oauth2/token`, { method: "POST", body });
    const { access_token } = (await response.json()) as { access_token: string };
    expect(await ask(ada, "AUTHENTICATE", { access_token })).toMatchObject({ user: { global_name: "Ada" } });
    expect(await ada.content()).not.toContain(access_token);
    await activityIn(ada).evaluate(`ask("OPEN_INVITE_DIALOG", {}) && undefined`);
    await ada.getByRole("dialog").getByLabel("Player").selectOption("Grace");
    await press(ada, "Invite");
    const invitation = grace.getByRole("alert");
    await invitation.getByText("Ada invites you to play Reef Rally.").waitFor();
    await invitation.getByRole("button", { name: "Show Reef Rally" }).click();
    await invitation.getByRole("button", { name: "Join" }).click();
    await connected(grace);
    expect(await playing(grace)).toEqual(["Ada", "Grace (you)"]);
    await grace.close();
    // After the page closes, the emulator waits a while in case it is opened again.
    const playingLater = () => {
      stage.emulator.advance("10s");
      return playing(ada);
    };
    await expect.poll(playingLater).toEqual(["Ada (you)"]);
  });
});
