import { Transform } from "node:stream";
import type * as ClackPrompts from "@clack/prompts";
import { ExitCode, Failure, misunderstood } from "./failure.ts";
import type { Host, OutputStream } from "./host.ts";
import { printable, escapeControls } from "./terminal-text.ts";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

interface Question {
  readonly message: string;
  /** The option to pass if there is no terminal, for example `--yes`. */
  readonly instead: string;
  readonly signal?: AbortSignal;
}

export class Prompts {
  readonly #host: Host;
  readonly #terminal: { readonly interactive: boolean; readonly coloured: boolean };

  constructor(host: Host, terminal: { readonly interactive: boolean; readonly coloured: boolean }) {
    this.#host = host;
    this.#terminal = terminal;
  }

  confirm(question: Question & { readonly initial?: boolean }): Promise<boolean> {
    const { initial = false } = question;
    return this.#ask(question, ({ confirm }, at) => confirm({ ...at, initialValue: initial }));
  }

  text(
    question: Question & {
      readonly initial?: string;
      /** Returns an error message if the answer is invalid. */
      readonly check?: (answer: string) => string | undefined;
    },
  ): Promise<string> {
    const { initial, check } = question;
    return this.#ask(question, ({ text }, at) =>
      text({
        ...at,
        ...(initial !== undefined && { initialValue: initial }),
        ...(check && { validate: (answer: string | undefined) => check(answer ?? "") }),
      }),
    );
  }

  secret(question: Question): Promise<string> {
    return this.#ask(question, ({ password }, at) => password({ ...at, clearOnError: true }));
  }

  choose<Value extends string>(
    question: Question & { readonly choices: readonly Choice<Value>[]; readonly initial?: Value },
  ): Promise<Value> {
    const { choices, initial } = question;
    return this.#ask(question, ({ select }, at) =>
      select<string>({
        ...at,
        options: choices.map(({ value, label, hint }) => ({
          value,
          label: escapeControls(label),
          ...(hint !== undefined && { hint: escapeControls(hint) }),
        })),
        ...(initial !== undefined && { initialValue: initial }),
      }),
    ) as Promise<Value>;
  }

  async #ask<Answer>(
    { message, instead, signal: own }: Question,
    ask: (
      prompts: typeof ClackPrompts,
      at: ClackPrompts.CommonOptions & { readonly message: string },
    ) => Promise<Answer>,
  ): Promise<Exclude<Answer, symbol>> {
    const { interactive, coloured } = this.#terminal;
    if (!interactive) {
      const problem = `There is no terminal for this prompt: ${message}`;
      throw misunderstood(problem, `Pass ${instead}.`, "no_terminal");
    }
    // Loaded lazily, because most runs have no prompts.
    const prompts = await import("@clack/prompts");
    const { stdin: input, stderr, signal: ofHost } = this.#host;
    const signal = own ? AbortSignal.any([ofHost, own]) : ofHost;
    const output = coloured ? stderr : withoutColours(stderr);
    const answer = await ask(prompts, {
      message: printable(message, coloured),
      input,
      output,
      signal,
      withGuide: false,
    });
    if (typeof answer === "symbol") throw interrupted(nothingChanged);
    return answer as Exclude<Answer, symbol>;
  }
}

export function interrupted(state?: string): Failure {
  return new Failure(["Interrupted.", state].filter(Boolean).join(" "), {
    code: "interrupted",
    exitCode: ExitCode.Interrupted,
  });
}

export const nothingChanged = "Nothing was changed.";

export function declined(): Failure {
  return new Failure(`Canceled at the prompt. ${nothingChanged}`, { code: "declined" });
}

// Color sequences only, because cursor movements must be preserved.
// oxlint-disable-next-line no-control-regex -- color sequences begin with an escape character
const colours = /\u001B\[[\d;]*m/g;

function withoutColours(stream: OutputStream): OutputStream {
  const plain = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.toString("utf8").replaceAll(colours, ""));
    },
  });
  plain.pipe(stream, { end: false });
  return Object.assign(plain, { isTTY: true, columns: stream.columns ?? 80 });
}
