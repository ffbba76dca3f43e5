import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProgramSetting, runInProcess } from "./run-in-process.ts";

/** Strings that differ between runs, each with its replacement. */
type Stable = readonly (readonly [string | RegExp, string])[];

/** Runs the program and records its commands and output as a documentation page. */
export class Notebook {
  readonly #parts: string[] = [];
  readonly #options: ProgramSetting & { readonly cwd: string };
  readonly #stable: Stable;

  constructor(options: ProgramSetting & { readonly cwd: string }, stable: Stable) {
    this.#options = options;
    this.#stable = stable;
  }

  prose(text: string): void {
    this.#parts.push(text);
  }

  /** Adds a command line that was run elsewhere. */
  record(line: string, output: string): void {
    this.#parts.push(`\`\`\`console\n$ ${line}\n${this.#settle(output).trim()}\n\`\`\``);
  }

  /** Runs `npx slashpass` with these arguments and expects it to succeed. */
  async type(...args: readonly string[]): Promise<void> {
    let printed = "";
    const onOutput = (text: string) => void (printed += text);
    const { code } = await runInProcess(args, { ...this.#options, onOutput });
    if (code !== 0) throw new Error(`slashpass ${args.join(" ")} exited with ${code}:\n${printed}`);
    this.record(`npx slashpass ${args.join(" ")}`, printed);
  }

  file(name: string, language: string): void {
    const text = this.#settle(readFileSync(join(this.#options.cwd, name), "utf8")).trimEnd();
    this.#parts.push(`\`${name}\`:\n\n\`\`\`${language}\n${text}\n\`\`\``);
  }

  edit(name: string, before: string, after: string): void {
    const path = join(this.#options.cwd, name);
    const text = readFileSync(path, "utf8");
    if (!text.includes(before)) throw new Error(`${name} has no ${before}`);
    writeFileSync(path, text.replace(before, after));
    const lines = (sign: string, part: string) => part.split("\n").map((line) => `${sign}${line}`);
    this.#parts.push(`\`\`\`diff\n${[...lines("-", before), ...lines("+", after)].join("\n")}\n\`\`\``);
  }

  toString(): string {
    return `${this.#parts.join("\n\n")}\n`;
  }

  #settle(text: string): string {
    return this.#stable.reduce((settled, [from, to]) => settled.replaceAll(from, to), text);
  }
}
