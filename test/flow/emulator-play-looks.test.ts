import type { AxeResults } from "axe-core";
import { describe, expect, it } from "vitest";
import { playStates, PlayStage } from "../../scripts/screenshots/emulator-page-states.js";
import { Client } from "../../src/client.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import * as interactions from "../../src/interactions/index.ts";
import { useChromium } from "../setup/browser.ts";
import { sampled } from "../setup/cases.ts";
import { needs } from "../setup/system-parts.ts";

const library = { ...interactions, startEmulator, Client };

describe("the emulator's page, in a browser", needs("Chromium"), () => {
  const chromium = useChromium();

  it.each(sampled(playStates))(
    "is accessible, fits every width and sends no requests to other origins: $name",
    async ({ name, open }) => {
      const stage = await PlayStage.create(library);
      const { page, complaints } = await chromium.emptiedPage({ viewport: { width: 1280, height: 860 } });
      const requested = new Set<string>();
      page.on("request", (request) => requested.add(new URL(request.url()).origin));
      await open(page, stage);
      // The page's policy blocks injected scripts, but not code that the debugger evaluates.
      await page.evaluate((await import("axe-core")).default.source);
      const showAt = async (width: number) => {
        await page.setViewportSize({ width, height: 860 });
        expect(await page.evaluate("document.documentElement.scrollWidth"), `${width} px`).toBe(width);
      };
      await showAt(2560);
      for (const [width, colorScheme] of [
        [1280, "light"],
        [320, "dark"],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await showAt(width);
        const { violations, passes } = await page.evaluate<AxeResults>(
          // Omits passing elements, because computing their selectors is slow.
          "axe.run({ resultTypes: ['violations'] })",
        );
        expect(passes.length).toBeGreaterThan(10);
        const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
        expect(found, `${width} px, ${colorScheme}`).toEqual([]);
      }
      const { webBase, application } = stage.emulator;
      const activity = `http://${application.id}.localhost:${new URL(webBase).port}`;
      // The page sends requests only to the emulator, where the Activity has its own origin.
      expect([...requested]).toEqual(
        name.startsWith("activity") && name !== "activity-without-page" ? [webBase, activity] : [webBase],
      );
      expect(complaints).toEqual([]);
      await page.goto("about:blank");
      await stage.close();
    },
  );
});
