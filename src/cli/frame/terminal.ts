import { styleText } from "node:util";
import type { Host, OutputStream } from "./run-program.ts";
import { wrapAnsi } from "fast-wrap-ansi";
import { type ProgressBar, startProgress } from "./progress.ts";
import { Prompts } from "./prompts.ts";
import { printable, shown, withoutSecrets } from "./run-command.ts";

/** The library's hints are for a game's developer. These, by the code of the error, are for a person at the terminal. */
const hints: Readonly<Record<string, string>> = {
  addon_unavailable:
    "Install slashpass again on this system: the addon comes with the package. In its own checkout, run 'npm run build:native'.",
  invalid_client:
    'Switch on "Public Client" for the application in the developer portal (OAuth2), or check SLASHPASS_CLIENT_SECRET.',
  invalid_snapshot:
    "Give a file that 'slashpass commands snapshot' wrote, and its scope with --guild or --global.",
  keychain_absent:
    "On Linux, a session D-Bus and a Secret Service (gnome-keyring, KWallet) with a default collection are needed.",
  keychain_denied: "Allow this program to use its item in the keychain, then try again.",
  keychain_locked: "Unlock the keychain, then try again.",
  keychain_timeout:
    "The keychain may be waiting: answer its dialog, which may be behind another window, then try again.",
  missing_credential:
    "Set SLASHPASS_BOT_TOKEN. What only players may do needs a player's token, in SLASHPASS_ACCESS_TOKEN.",
  permission_loss:
    "Set SLASHPASS_ACCESS_TOKEN to the token of a player who may edit them, and name the guilds with --permissions-of where they are not known. To lose them, add --allow-permission-loss.",
  plan_outdated: "Try again: that makes a new plan.",
  rate_limited: "Wait for that time, then try again.",
  scheme_taken:
    "Name another scheme with --scheme, or take this one with 'slashpass scheme register --replace'.",
  timeout: "Check the network connection and the service, then try again.",
  unauthorized_client: 'Switch on "Public Client" for the application in the developer portal (OAuth2).',
  would_empty_scope: "If you want that, add --allow empty-scope.",
};

export function terminalHint(code: string, hint: string | undefined): string | undefined {
  return hints[code] ?? hint;
}

type Format = Parameters<typeof styleText>[0];

/** Makes text bold or coloured where that can be seen, and leaves it as it is elsewhere. */
export type Paint = Readonly<
  Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan" | "screen", (text: string) => string>
>;

const formats: Readonly<Record<keyof Paint, Format>> = {
  bold: "bold",
  dim: "dim",
  red: "red",
  green: "green",
  yellow: "yellow",
  cyan: "cyan",
  /** White on black, whatever the colours of the terminal are: for what a camera reads. */
  screen: ["whiteBright", "bgBlack"],
};

const sequences = new Set(
  Object.values(formats).flatMap((format) =>
    styleText(format, "\n", { validateStream: false }).match(/[^\n]+?m/g),
  ),
);

/** Whether an escape sequence is one of {@link Paint}. */
export function isPainted(sequence: string): boolean {
  return sequences.has(sequence);
}

/** Colours are for terminals, and for nobody who has set `NO_COLOR` (no-color.org); `FORCE_COLOR` wants them in a pipe. */
export function hasColours(stream: OutputStream, env: Host["env"]): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export function createPaint(coloured: boolean): Paint {
  return Object.fromEntries(
    Object.entries(formats).map(([name, format]) => [
      name,
      coloured
        ? (text: string) => styleText(format, text, { validateStream: false })
        : (text: string) => text,
    ]),
  ) as Paint;
}

/** The width of prose on so many columns: long lines are hard to read, however wide the terminal is. */
export function proseWidth(columns: number): number {
  return Math.min(100, columns);
}

/**
 * Where a command says something. Results go to standard output, all else to standard error, so that a pipe gets the results
 * alone. With `--json` nobody reads along: then only the one object is printed. Nothing that is said steers the terminal, whoever
 * worded it.
 */
export class Terminal {
  readonly #host: Host;
  readonly #json: boolean;
  readonly #secrets = new Set<string>();
  readonly #stdoutColoured: boolean;
  readonly #stderrColoured: boolean;
  /** Colours for {@link print}. */
  readonly paint: Paint;
  /** Colours for {@link note}. */
  readonly notePaint: Paint;

  constructor(host: Host, json: boolean) {
    this.#host = host;
    this.#json = json;
    this.#stdoutColoured = hasColours(host.stdout, host.env);
    this.#stderrColoured = hasColours(host.stderr, host.env);
    this.paint = createPaint(this.#stdoutColoured);
    this.notePaint = createPaint(this.#stderrColoured);
  }

  /** Whether somebody can be asked. */
  get interactive(): boolean {
    return !this.#json && this.#host.stdin.isTTY === true && this.#host.stderr.isTTY === true;
  }

  /** Whether a program reads the object, and nobody the words. */
  get isForPrograms(): boolean {
    return this.#json;
  }

  /** Whether what is printed is seen on a terminal, and stays there. */
  get isSeen(): boolean {
    return this.#host.stdout.isTTY === true;
  }

  /** Columns of standard output; 80 where it is no terminal. */
  get columns(): number {
    return Math.max(20, this.#host.stdout.columns ?? 80);
  }

  /** What the person asked for. Nothing with `--json`. */
  print(text: string): void {
    if (!this.#json) this.#host.stdout.write(`${this.#fit(text, this.#stdoutColoured)}\n`);
  }

  /** Progress and hints for people; never part of the result. */
  note(text: string): void {
    this.log(this.wrap(text));
  }

  /** The same as it is: lines that are broken already, or that somebody reads many of. */
  log(text: string): void {
    if (!this.#json) this.#host.stderr.write(`${this.#fit(text, this.#stderrColoured)}\n`);
  }

  /** The one object of `--json`. */
  printObject(value: object): void {
    // What JSON allows raw is the same text as an escape.
    if (this.#json) this.#host.stdout.write(`${this.#fit(JSON.stringify(value, null, 2), false)}\n`);
  }

  #fit(text: string, isColoured: boolean): string {
    return printable(withoutSecrets(text, this.#secrets), isColoured);
  }

  /** Prose broken to the width of the terminal, each line under its own beginning. */
  wrap(text: string): string {
    const width = proseWidth(this.columns);
    return text.replaceAll(/^( *)(.+)$/gm, (_line, start: string, rest: string) =>
      wrapAnsi(rest, Math.max(10, width - start.length)).replaceAll(/^/gm, start),
    );
  }

  /** A secret that nothing prints from now on. */
  mask(secret: string): void {
    if (secret.length >= 8) this.#secrets.add(secret);
  }

  /** Shows that something goes on, after half a second of it, where somebody looks. End it before anything else is said. */
  progress(label: string, total?: number): ProgressBar {
    const seen = !this.#json && this.#host.stderr.isTTY === true;
    const bar = startProgress(seen ? this.#host.stderr : undefined, shown(label), total);
    return { update: (done, now) => bar.update(done, now && shown(now)), end: () => bar.end() };
  }

  /** The same for as long as `work` takes. */
  async during<T>(label: string, work: () => Promise<T>): Promise<T> {
    const progress = this.progress(label);
    try {
      return await work();
    } finally {
      progress.end();
    }
  }

  /** Questions; each says what to give in its place where nobody can be asked. */
  get ask(): Prompts {
    return new Prompts(this.#host, { interactive: this.interactive, coloured: this.#stderrColoured });
  }
}
