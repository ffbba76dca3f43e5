import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callbackStates, emulatorStates, Stage } from "../../scripts/screenshots/page-states.js";
import { Client } from "../../src/client.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { useChromium } from "../setup/browser.ts";
import { sampled } from "../setup/cases.ts";
import { needs } from "../setup/system-parts.ts";
import { findAccessFaults, focused, sticksOut } from "./fixtures/in-browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const looks = [
  { width: 320, height: 568, colorScheme: "light" },
  { width: 2560, height: 1440, colorScheme: "dark" },
] as const;

describe("each page in each of its states", needs("Chromium"), () => {
  const { newPage, emptiedPage } = useChromium();
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create({ startEmulator, Client });
  });
  afterAll(() => stage.close());

  it.each(sampled([...callbackStates, ...emulatorStates]))(
    "is accessible, fits 320 to 2560 px in light and dark mode, and contacts no other host: $name",
    async ({ name, open }) => {
      const { page, complaints } = await emptiedPage();
      const hosts = new Set<string>();
      page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
      await open(page, stage);
      await page.evaluate(axe);
      for (const { colorScheme, ...viewport } of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        expect(await page.evaluate(findAccessFaults), `${name} ${colorScheme}`).toEqual([]);
        expect(await page.evaluate(sticksOut)).toBe(false);
      }
      expect([...hosts]).toEqual(["127.0.0.1"]);
      // Chromium logs an error for every page with an error status.
      expect(complaints.filter((text) => !/^Failed to load resource: .* 40\d /.test(text))).toEqual([]);
    },
  );

  it.each(["ar", "he", "fa", "ur"])("is accessible in a right-to-left layout: %s", async (locale) => {
    const { page } = await newPage({ locale, viewport: { width: 320, height: 568 } });
    await page.goto(await stage.openCallback({ error: "invalid_scope" }));
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await page.evaluate(axe);
    expect(await page.evaluate(findAccessFaults)).toEqual([]);
    expect(await page.evaluate(sticksOut)).toBe(false);
  });

  it("reports the faults of an inaccessible page", async () => {
    const { page } = await emptiedPage();
    await page.setContent('<h1 style="color:#ccc;background:#fff">Pale</h1><input>');
    await page.evaluate(axe);
    const faults = (await page.evaluate(findAccessFaults)).join("\n");
    for (const rule of ["color-contrast", "label", "html-has-lang"]) expect(faults).toContain(`${rule}: `);
  });

  it("works with only the keyboard from signing in to reading the result", async () => {
    const { page } = await emptiedPage();
    const redirect_uri = new URL(await stage.openCallback({})).href.split("?")[0] ?? "";
    await page.goto(stage.authorizeUrl({ redirect_uri }));
    await pressOn(page, "Ada");
    await page.getByText("You are signed in as Ada.").waitFor();
    await pressOn(page, "Not you?");
    await page.getByRole("heading", { name: "Who is playing?" }).waitFor();
    await pressOn(page, "Grace");
    await page.getByText("You are signed in as Grace.").waitFor();
    await pressOn(page, "Authorize");
    await page.getByRole("heading", { name: "This link is old" }).waitFor();
  });

  it("removes the code from the address bar, even after a reload", async () => {
    const { page } = await newPage();
    await page.goto(await stage.openCallback({ code: "c0de" }));
    expect(new URL(page.url())).toMatchObject({ pathname: "/done", search: "" });
    await page.reload();
    expect(await page.locator("h1").innerText()).toBe("Return to Lunar Rally");
    expect(await page.evaluate("history.length")).toBeLessThanOrEqual(2);
  });
});

/** Tabs to the element called `name`, checks that its focus is visible, and presses Enter. */
async function pressOn(page: Page, name: string): Promise<void> {
  let focus = { name: "", outline: "" };
  for (let presses = 0; presses < 12 && focus.name !== name; presses += 1) {
    await page.keyboard.press("Tab");
    focus = await page.evaluate(focused);
  }
  expect(focus).toEqual({ name, outline: "solid" });
  await page.keyboard.press("Enter");
}
