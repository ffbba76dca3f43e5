import type { Call } from "../frame/run-command.ts";
import type { ValuesOf } from "../frame/definition.ts";
import { variables } from "../frame/variables.ts";
import { misunderstood } from "../frame/failure.ts";
import { isId } from "../settings/config-file.ts";
import type { definition } from "./definition.ts";
import { type Format, readableFormats } from "./write-files.ts";

export type InitCall = Call<typeof definition.options>;
type Options = ValuesOf<typeof definition.options>;

/** The content of the files. */
export type Answers = Awaited<ReturnType<typeof readAnswers>>;

const labels: Readonly<Record<Format, string>> = {
  mjs: "JavaScript, with types for the editor",
  json: "JSON, with schemas for the editor",
  ts: "TypeScript",
};

/**
 * From the options, and from questions about the missing ones.
 *
 * @throws Failure `misunderstood`, `no_terminal`, `interrupted`.
 */
export async function readAnswers(call: InitCall) {
  const { options, env } = call;
  checkOptions(options);
  const applicationId = await readApplication(call);
  const guildQuestion = "A guild to try commands in, where they appear at once";
  const guildId = await readOptional(call, "guild", guildQuestion, env[variables.guildId]);
  const productionId = await readOptional(call, "production", "Id of the application that your players use");
  const format = await readFormat(call);
  const withCommands =
    !options.withoutCommands &&
    (options.yes ||
      (await call.terminal.ask.confirm({
        message: "Write first commands too?",
        initial: true,
        instead: "--yes, or --without-commands",
      })));
  return { applicationId, guildId, productionId, format, withCommands, withActivity: options.activity };
}

function checkOptions(options: Options): void {
  for (const name of ["application", "guild", "production"] as const) {
    const { [name]: id } = options;
    if (id !== undefined && !isId(id)) {
      throw misunderstood(
        `--${name} takes an id, which has 15 to 20 digits, not '${id}'.`,
        name === "guild"
          ? "Copy it in Discord's developer mode."
          : "Copy it in the developer portal, under General Information.",
      );
    }
  }
  if (options.format === "ts" && !readableFormats(process.features).includes("ts")) {
    throw misunderstood(
      `Node ${process.versions.node} cannot read TypeScript, so it could not read a config with --format ts.`,
      "Use Node 22.18 or later, or --format mjs, which has the same types.",
    );
  }
}

async function readApplication({ options, env, terminal }: InitCall): Promise<string> {
  const known = env[variables.applicationId];
  if (options.application !== undefined) return options.application;
  if (options.yes) {
    if (isId(known)) return known as string;
    throw misunderstood("--yes asks no questions, so the application must be given.", "Give --application.");
  }
  return terminal.ask.text({
    message: "Id of your application (developer portal, General Information)",
    instead: "--application",
    ...(known !== undefined && { initial: known }),
    check: (answer) => (isId(answer) ? undefined : "An id has 15 to 20 digits."),
  });
}

/** An id that may be left out. */
async function readOptional(
  { options, terminal }: InitCall,
  name: "guild" | "production",
  message: string,
  initial?: string,
): Promise<string | undefined> {
  const { [name]: given } = options;
  if (given !== undefined) return given;
  if (options.yes) return initial;
  const answer = await terminal.ask.text({
    message: `${message} (empty: none)`,
    instead: `--${name}, or --yes for none`,
    ...(initial !== undefined && { initial }),
    check: (text) => (text === "" || isId(text) ? undefined : "An id has 15 to 20 digits."),
  });
  return answer || undefined;
}

async function readFormat({ options, terminal }: InitCall): Promise<Format> {
  if (options.format !== undefined) return options.format as Format;
  if (options.yes) return "mjs";
  return terminal.ask.choose({
    message: "Format of the files",
    instead: "--format",
    choices: readableFormats(process.features).map((value) => ({ value, label: labels[value] })),
  });
}
