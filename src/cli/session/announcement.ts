import type { DevicePrompt, SubmitRedirect, ClientOptions } from "slashpass";
import type { ProgressBar } from "../frame/progress.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import type { Terminal } from "../frame/terminal.ts";
import { misunderstood } from "../frame/failure.ts";
import type { Surroundings } from "../frame/host.ts";

/** A program's name; false for `--no-browser`. */
type BrowserOption = string | boolean | undefined;

export function isOverSsh(env: Surroundings["env"]): boolean {
  return ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].some((name) => env[name]);
}

/**
 * The program inherits the whole environment, because it was chosen by the user.
 *
 * @param end - Aborted with a Failure if the program cannot be started; without this, the library would keep waiting.
 */
export function chosenBrowser(
  browser: BrowserOption,
  end: AbortController,
): Pick<ClientOptions, "openBrowser"> {
  if (browser === false) return { openBrowser: () => undefined };
  if (typeof browser !== "string") return {};
  return {
    openBrowser: async (url) => {
      const { default: open } = await import("open");
      try {
        await open(url, { app: { name: browser } });
      } catch {
        // Discards the error, because it contains the URL.
        end.abort(noBrowser(browser));
      }
    },
  };
}

function noBrowser(name: string) {
  return misunderstood(
    `The browser ${name} could not be started.`,
    "Pass the name or path of an installed browser, or use --no-browser.",
    "browser_unavailable",
  );
}

export class Announcement {
  readonly #terminal: Terminal;
  readonly #browser: BrowserOption;
  readonly #signal: AbortSignal;
  #waiting: ProgressBar | undefined;
  #prompt: Promise<unknown> | undefined;
  #redirectUri = "";
  isMade = false;

  constructor(terminal: Terminal, browser: BrowserOption, signal: AbortSignal) {
    this.#terminal = terminal;
    this.#browser = browser;
    this.#signal = signal;
  }

  ofBrowser(url: string): void {
    this.#redirectUri = new URL(url).searchParams.get("redirect_uri") ?? "";
    const name = typeof this.#browser === "string" ? escapeControls(this.#browser) : "the browser";
    const text =
      this.#browser === false
        ? "To sign in, open this address in a browser on this machine:"
        : `Opening ${name} to sign in. If it does not open, use this address in a browser on this machine:`;
    this.#show(text, url, "Waiting for the browser");
  }

  async askForRedirect(submit: SubmitRedirect): Promise<void> {
    this.#waiting?.end();
    this.#terminal.note(
      "You can also use a browser on another machine. The last page there fails to load: copy its address and paste it here.",
    );
    const check = (text: string): string | undefined => {
      const outcome = submit(text);
      if (outcome === "accepted") return undefined;
      return outcome === "not_a_redirect"
        ? `The address must start with ${this.#redirectUri}?`
        : "This address belongs to another sign-in.";
    };
    const question = { message: "Address:", instead: "--device", signal: this.#signal, check };
    this.#prompt = this.#terminal.ask.text(question);
    await this.#prompt;
  }

  ofDevice(prompt: DevicePrompt): void {
    const { userCode, verificationUri, expiresIn } = prompt;
    const text = `Scan this with a phone, or open ${escapeControls(verificationUri)} on any device and enter the code ${escapeControls(userCode)} within ${Math.round(expiresIn / 60)} minutes.`;
    const code = prompt.qrText().split("\n").map(this.#terminal.notePaint.screen);
    this.#show(text, code.join("\n"), "Waiting for the other device");
  }

  /** Also waits until a canceled prompt has restored the terminal. */
  async end(): Promise<void> {
    this.#waiting?.end();
    await this.#prompt?.catch(() => undefined);
  }

  #show(text: string, below: string, waiting: string): void {
    this.#waiting?.end();
    this.isMade = true;
    this.#terminal.note(text);
    this.#terminal.log(`\n${below}\n`);
    this.#waiting = this.#terminal.progress(waiting);
  }
}
