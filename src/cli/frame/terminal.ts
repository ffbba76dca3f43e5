import { spawn } from "node:child_process";
import { once } from "node:events";
import { styleText } from "node:util";
import type { Host, OutputStream, Surroundings } from "./host.ts";
import { wrapAnsi } from "fast-wrap-ansi";
import { type ProgressBar, startProgress } from "./progress.ts";
import { Prompts } from "./prompts.ts";
import { columns, printable, escapeControls, withoutSecrets, formats, type Paint } from "./terminal-text.ts";

/** True on terminals, unless `NO_COLOR` is set (no-color.org). */
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

/** Longer lines are hard to read. */
export function proseWidth(width: number): number {
  return Math.min(100, width);
}

/**
 * Prints results to standard output, and everything else to standard error. With `--json`, prints only objects. Escapes control
 * characters and hides secrets.
 */
export class Terminal {
  readonly #host: Host;
  readonly #json: boolean;
  readonly #secrets = new Set<string>();
  #continues = false;
  readonly #stdoutColoured: boolean;
  readonly #stderrColoured: boolean;
  readonly paint: Paint;
  readonly notePaint: Paint;

  constructor(host: Host, json: boolean) {
    this.#host = host;
    this.#json = json;
    this.#stdoutColoured = hasColours(host.stdout, host.env);
    this.#stderrColoured = hasColours(host.stderr, host.env);
    this.paint = createPaint(this.#stdoutColoured);
    this.notePaint = createPaint(this.#stderrColoured);
  }

  get interactive(): boolean {
    return !this.#json && this.#host.stdin.isTTY === true && this.#host.stderr.isTTY === true;
  }

  get isForPrograms(): boolean {
    return this.#json;
  }

  get isTerminal(): boolean {
    return this.#host.stdout.isTTY === true;
  }

  get showsProgress(): boolean {
    return !this.#json && this.#host.stderr.isTTY === true;
  }

  /** 80 if standard output is not a terminal. */
  get columns(): number {
    return Math.max(20, this.#host.stdout.columns ?? 80);
  }

  print(text: string): void {
    if (!this.#json) this.#host.stdout.write(`${this.#fit(text, this.#stdoutColoured)}\n`);
  }

  printText(text: string): void {
    this.print(this.wrap(text));
  }

  printTable(rows: readonly (readonly string[])[], head?: readonly string[]): void {
    this.print(columns(head ? [head.map(this.paint.bold), ...rows] : rows, this.columns));
  }

  async page(text: string): Promise<void> {
    const { isTTY = false, rows = Infinity } = this.#host.stdout;
    const isLong = isTTY && text.split("\n").length >= rows && this.interactive;
    if (isLong && (await showInPager(`${this.#fit(text, this.#stdoutColoured)}\n`, this.#host))) return;
    this.print(text);
  }

  note(text: string): void {
    this.log(this.wrap(text));
  }

  log(text: string): void {
    if (!this.#json) this.#host.stderr.write(`${this.#fit(text, this.#stderrColoured)}\n`);
  }

  problem({ message, hint }: { readonly message: string; readonly hint?: string | undefined }): void {
    this.note([this.notePaint.red(message), hint].filter(Boolean).join("\n"));
  }

  /** Prints the `--json` object, on one line if events follow (see {@link printEvent}). */
  printObject(value: object, { continues = false } = {}): void {
    this.#continues ||= continues;
    const text = JSON.stringify(value, null, this.#continues ? undefined : 2);
    // Escaping does not change the meaning of the JSON.
    if (this.#json) this.#host.stdout.write(`${this.#fit(text, false)}\n`);
  }

  printEvent(event: object): void {
    if (this.#continues) this.printObject(event);
  }

  #fit(text: string, isColoured: boolean): string {
    return printable(withoutSecrets(text, this.#secrets), isColoured);
  }

  wrap(text: string): string {
    const width = proseWidth(this.columns);
    return text.replaceAll(/^( *)(.+)$/gm, (_line, start: string, rest: string) =>
      wrapAnsi(rest, Math.max(10, width - start.length)).replaceAll(/^/gm, start),
    );
  }

  mask(secret: string): void {
    if (secret.length >= 8) this.#secrets.add(secret);
  }

  /** Shows a progress bar after 500 ms. End it before printing anything else. */
  progress(label: string, total?: number): ProgressBar {
    const bar = startProgress(
      this.showsProgress ? this.#host.stderr : undefined,
      escapeControls(label),
      total,
    );
    return { update: (done, now) => bar.update(done, now && escapeControls(now)), end: () => bar.end() };
  }

  async during<T>(label: string, work: (bar: ProgressBar) => Promise<T>, total?: number): Promise<T> {
    const bar = this.progress(label, total);
    try {
      return await work(bar);
    } finally {
      bar.end();
    }
  }

  get ask(): Prompts {
    return new Prompts(this.#host, { interactive: this.interactive, coloured: this.#stderrColoured });
  }
}

/** Runs the shell command in `PAGER`, or else less with git's settings. Paging is disabled if `PAGER` is empty or `cat`. */
export async function showInPager(
  text: string,
  { env, signal }: Pick<Surroundings, "env" | "signal">,
): Promise<boolean> {
  const { PAGER: command } = env;
  if (command === "" || command === "cat" || env["TERM"] === "dumb") return false;
  const pager = spawn(command ?? "less", {
    shell: command !== undefined,
    stdio: ["pipe", "inherit", "inherit"],
    env: { LESS: "FRX", ...env },
  });
  const end = (): void => void pager.kill();
  signal.addEventListener("abort", end, { once: true });
  const restore = leaveInterruptsToPager();
  try {
    // The pager may exit before it has read all its input.
    pager.stdin?.on("error", () => undefined).end(text);
    const [code] = (await once(pager, "close").catch(() => [notFound])) as [number | null];
    return code !== notFound;
  } finally {
    restore();
    signal.removeEventListener("abort", end);
  }
}

const notFound = 127;

function nothing(): void {}

/** Ctrl-C reaches both processes. If this program exited, the pager would lose its terminal. */
function leaveInterruptsToPager(): () => void {
  const own = process.listeners("SIGINT");
  process.on("SIGINT", nothing);
  for (const listener of own) process.off("SIGINT", listener);
  return () => {
    for (const listener of own) process.on("SIGINT", listener);
    process.off("SIGINT", nothing);
  };
}
