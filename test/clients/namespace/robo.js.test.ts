import type { ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, type JoinedActivity, startEmulator } from "../../../src/emulator/index.ts";
import { answerPrompt } from "../../setup/activity/answer-prompt.ts";
import { useChromium } from "../../setup/browser.ts";
import { endProgram, outputOf, startProgram } from "../../setup/child-process.ts";
import { freePort } from "../../setup/free-port.js";
import { needs } from "../../setup/system-parts.ts";
import { startServiceFront } from "../setup/service-front.ts";

const here = (path: string) => new URL(path, import.meta.url).pathname;
const robo = here("../node_modules/robo.js/dist/cli/index.js");

describe("robo.js with its Activity plug-ins", needs("a network namespace", "Chromium"), () => {
  const chromium = useChromium();
  let emulator: Emulator;
  let front: Awaited<ReturnType<typeof startServiceFront>>;
  let folder: string;
  let port: number;
  let server: ChildProcess;

  beforeAll(async () => {
    emulator = await startEmulator({
      world: {
        applications: [{ name: "Reef", publicClient: false, redirectUris: ["https://reef.example"] }],
        guilds: [{ name: "The reef", channels: [{ name: "Lounge", type: 2 }] }],
      },
    });
    front = await startServiceFront(emulator.webBase);
    folder = mkdtempSync(join(realpathSync(tmpdir()), "slashpass-robo-"));
    cpSync(here("../setup/robo-activity"), folder, { recursive: true });
    symlinkSync(here("../node_modules"), join(folder, "node_modules"), "dir");
  });
  beforeEach(async () => {
    port = await freePort();
    emulator.application.setActivity({ mappings: [{ prefix: "/", target: `localhost:${port}` }] });
    // Removes the default entry point command, because `@robojs/patch` must not find one.
    await commands({ method: "PUT", body: "[]" });
  });
  afterEach(() => endProgram(server));
  afterAll(async () => {
    await front.close();
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  const settings = () => ({
    cwd: folder,
    env: {
      ...process.env,
      // robo would adopt the test runner's mode.
      NODE_ENV: undefined,
      // Prevents robo from requesting its news.
      DISABLE_BOOT_CHECK: "true",
      PORT: String(port),
      DISCORD_CLIENT_ID: emulator.application.id,
      VITE_DISCORD_CLIENT_ID: emulator.application.id,
      DISCORD_CLIENT_SECRET: emulator.application.clientSecret,
      DISCORD_TOKEN: emulator.application.botToken,
    },
  });

  function commands(init?: RequestInit): Promise<unknown> {
    const { apiBase, application } = emulator;
    const headers = { authorization: `Bot ${application.botToken}`, "content-type": "application/json" };
    const url = `${apiBase}/applications/${application.id}/commands`;
    return fetch(url, { ...init, headers }).then((answer) => answer.json());
  }

  async function start(command: string): Promise<void> {
    server = startProgram(process.execPath, [robo, command], { ...settings(), stdio: "ignore" });
    const answers = () =>
      fetch(`http://localhost:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(answers).toBe(true);
  }

  /** Launches the Activity with the command that robo registered. */
  async function launch(): Promise<{ joined: JoinedActivity; status: () => Promise<string | null> }> {
    await expect.poll(() => commands()).toMatchObject([{ type: 4, handler: 2 }]);
    const ada = emulator.player("Ada", { guild: "The reef", channel: "Lounge" });
    const joined = ada.join(await ada.use("launch"));
    const { page } = await chromium.newPage();
    await page.goto(joined.url);
    return { joined, status: () => page.frameLocator("iframe").locator("#status").textContent() };
  }

  it("signs the player in from the development server and reloads a changed module", async () => {
    await start("dev");
    const { joined, status } = await launch();
    await answerPrompt(joined, "consent");
    await expect.poll(status).toBe("Hello, Ada");
    writeFileSync(join(folder, "src/app/greeting.js"), 'export const greeting = "Welcome";\n');
    await expect.poll(status).toBe("Welcome, Ada");
  });

  it("signs the player in from the production build without a prompt", async () => {
    await outputOf(process.execPath, [robo, "build"], settings());
    await start("start");
    const { joined, status } = await launch();
    await expect.poll(status).toBe("Welcome, Ada");
    expect(joined.prompts).toEqual([]);
  });
});
