import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { withIdentities } from "../../src/cli/emulator/fixed-world.ts";
import { settingsOf } from "../../src/cli/emulator/settings.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import type { OpenBrowser } from "../../src/sign-in/browser/open-browser.ts";
import { startSecrets } from "./secrets-bus.ts";

/** A game program's environment: an emulator, a player with a browser, a keychain and an empty home directory. */
export class Machine implements AsyncDisposable {
  readonly emulator: Emulator;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #browser: StandInBrowser;
  readonly #secrets: AsyncDisposable;

  private constructor(
    { emulator, home, env }: Pick<Machine, "emulator" | "home" | "env">,
    browser: StandInBrowser,
    secrets: AsyncDisposable,
  ) {
    this.emulator = emulator;
    this.home = home;
    this.env = env;
    this.#browser = browser;
    this.#secrets = secrets;
  }

  /** Simulates the player in the browser. By default, Ada accepts. */
  set visit(visit: OpenBrowser) {
    this.#browser.visit = visit;
  }

  static async start(): Promise<Machine> {
    const home = mkdtempSync(join(tmpdir(), "slashpass-machine-"));
    const emulator = await startEmulator({ world: withIdentities({ applications: [{ activities: true }] }) });
    const secrets = await startSecrets();
    const browser = await startBrowser(emulator, home);
    const { open, secret } = settingsOf(emulator);
    const env = {
      ...open,
      ...secret,
      PATH: process.env["PATH"],
      HOME: home,
      BROWSER: browser.program,
      // Prevents xdg-open from looking for a desktop on the bus.
      XDG_CURRENT_DESKTOP: "X-Generic",
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${secrets.bus.path}`,
    };
    return new Machine({ emulator, home, env }, browser, secrets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser[Symbol.asyncDispose]();
    await this.#secrets[Symbol.asyncDispose]();
    await this.emulator.close();
    rmSync(this.home, { recursive: true });
  }
}

interface StandInBrowser extends AsyncDisposable {
  readonly program: string;
  visit: OpenBrowser;
}

async function startBrowser(emulator: Emulator, folder: string): Promise<StandInBrowser> {
  const browser: StandInBrowser = {
    visit: emulator.player().browser(),
    program: join(folder, "browser.mjs"),
    async [Symbol.asyncDispose](): Promise<void> {
      listener.close();
      listener.closeAllConnections();
      await once(listener, "close");
    },
  };
  const listener = createServer(async (request, response) => {
    try {
      await browser.visit(await text(request));
    } catch (error) {
      // The game exited before the browser requested its page.
      if (!String((error as NodeJS.ErrnoException).code).startsWith("ECONN")) throw error;
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as { port: number };
  const ask = `await fetch("http://127.0.0.1:${port}/", { method: "POST", body: process.argv[2] });`;
  writeFileSync(browser.program, `#!${process.execPath}\n${ask}\n`);
  chmodSync(browser.program, 0o755);
  return browser;
}
