import { styleText } from "node:util";
import type { Host, OutputStream } from "./host.ts";
import { wrapAnsi } from "fast-wrap-ansi";
import { showInPager } from "./pager.ts";
import { type ProgressBar, startProgress } from "./progress.ts";
import { Prompts } from "./prompts.ts";
import { printable, shown, withoutSecrets, formats, type Paint } from "./shown.ts";

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
 * The output of a command. Results go to standard output, everything else to standard error, so that a pipe gets the results
 * alone. With `--json` there is no reader: then only objects are printed. No text steers the terminal, whatever its source.
 */
export class Terminal {
  readonly #host: Host;
  readonly #json: boolean;
  readonly #secrets = new Set<string>();
  /** Whether lines follow the object of `--json`. */
  #goesOn = false;
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

  /** Whether output is seen on a terminal, and stays there. */
  get isSeen(): boolean {
    return this.#host.stdout.isTTY === true;
  }

  /** Whether anybody watches the progress; a log gets lines of it, where they are worth some. */
  get showsProgress(): boolean {
    return !this.#json && this.#host.stderr.isTTY === true;
  }

  /** Columns of standard output; 80 where it is no terminal. */
  get columns(): number {
    return Math.max(20, this.#host.stdout.columns ?? 80);
  }

  /** The result that the person asked for. Nothing with `--json`. */
  print(text: string): void {
    if (!this.#json) this.#host.stdout.write(`${this.#fit(text, this.#stdoutColoured)}\n`);
  }

  /** The same for a long text, which the person's pager shows where the terminal has fewer lines. */
  async page(text: string): Promise<void> {
    const { isTTY = false, rows = Infinity } = this.#host.stdout;
    const isLong = isTTY && text.split("\n").length >= rows && this.interactive;
    if (isLong && (await showInPager(`${this.#fit(text, this.#stdoutColoured)}\n`, this.#host))) return;
    this.print(text);
  }

  /** Progress and hints for people; never part of the result. */
  note(text: string): void {
    this.log(this.wrap(text));
  }

  /** The same as it is: lines that are broken already, or that somebody reads many of. */
  log(text: string): void {
    if (!this.#json) this.#host.stderr.write(`${this.#fit(text, this.#stderrColoured)}\n`);
  }

  /** What went wrong, and what to do about it. */
  problem({ message, hint }: { readonly message: string; readonly hint?: string | undefined }): void {
    this.note([this.notePaint.red(message), hint].filter(Boolean).join("\n"));
  }

  /** The object of `--json`; in one line where the command goes on, and lines of {@link printEvent} follow. */
  printObject(value: object, { goesOn = false } = {}): void {
    this.#goesOn ||= goesOn;
    const text = JSON.stringify(value, null, this.#goesOn ? undefined : 2);
    // Characters that JSON allows unescaped are equal to their escapes.
    if (this.#json) this.#host.stdout.write(`${this.#fit(text, false)}\n`);
  }

  /** With `--json` what has happened since the object of a command that goes on, in a line of its own. */
  printEvent(event: object): void {
    if (this.#goesOn) this.printObject(event);
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
    const bar = startProgress(this.showsProgress ? this.#host.stderr : undefined, shown(label), total);
    return { update: (done, now) => bar.update(done, now && shown(now)), end: () => bar.end() };
  }

  /** The same for as long as `work` takes, which can say how much of the total is done. */
  async during<T>(label: string, work: (bar: ProgressBar) => Promise<T>, total?: number): Promise<T> {
    const bar = this.progress(label, total);
    try {
      return await work(bar);
    } finally {
      bar.end();
    }
  }

  /** Questions; each says what to give in its place where nobody can be asked. */
  get ask(): Prompts {
    return new Prompts(this.#host, { interactive: this.interactive, coloured: this.#stderrColoured });
  }
}
