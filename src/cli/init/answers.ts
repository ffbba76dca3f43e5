import type { EnvironmentConfig } from "slashpass/config";
import type { Call } from "../frame/run-command.ts";
import type { ValuesOf } from "../frame/definition.ts";
import { variables } from "../frame/host.ts";
import { misunderstood } from "../frame/failure.ts";
import { firstApplicationId } from "../emulator/fixed-world.ts";
import { isId } from "../settings/config-file.ts";
import type { init } from "../definitions.ts";
import { type Format, readableFormats } from "./write-files.ts";
import { relative } from "node:path";
import { declined } from "../frame/prompts.ts";

export type InitCall = Call<typeof init.options>;
type Options = ValuesOf<typeof init.options>;

export type Answers = Awaited<ReturnType<typeof readAnswers>>;

const labels: Readonly<Record<Format, string>> = {
  mjs: "JavaScript, with types for the editor",
  json: "JSON, with schemas for the editor",
  ts: "TypeScript",
};

export async function readAnswers(call: InitCall) {
  const { options, env } = call;
  const application = await readGameApplication(call);
  const guildId = await readOptional(call, application, {
    name: "guild",
    message: "A guild for testing commands, where they appear immediately",
    initial: env[variables.guildId],
  });
  const productionId = await readOptional(call, application, {
    name: "production",
    message: "Id of the application that your players use",
    initial: undefined,
  });
  const format = await readFormat(call);
  const withCommands =
    !options.withoutCommands &&
    (options.yes ||
      (await call.terminal.ask.confirm({
        message: "Create example commands?",
        initial: true,
        instead: "--yes, or --without-commands",
      })));
  return { ...application, guildId, productionId, format, withCommands, withActivity: options.activity };
}

export async function readGameApplication(call: InitCall): Promise<Application> {
  checkOptions(call.options);
  return readApplication(call);
}

function checkOptions(options: Options): void {
  if (options.emulator && options.application !== undefined)
    throw misunderstood("--emulator and --application cannot be used together.", "Specify only one of them.");
  for (const name of ["application", "guild", "production"] as const) {
    const { [name]: id } = options;
    if (id !== undefined && !isId(id)) {
      throw misunderstood(
        `--${name} must be an id of 15 to 20 digits, not '${id}'.`,
        name === "guild"
          ? "To copy ids, enable Developer Mode in Discord."
          : "Copy it from General Information in the developer portal.",
      );
    }
  }
  if (options.format === "ts" && !readableFormats(process.features).includes("ts")) {
    throw misunderstood(
      `Node ${process.versions.node} cannot read TypeScript, so it could not read a config created with --format ts.`,
      "Use Node 22.18 or later, or --format mjs, which has the same types.",
    );
  }
}

type Application = Pick<EnvironmentConfig, "applicationId" | "apiBase" | "webBase">;

export const emulatorPort = 8181;

const emulated: Application = {
  applicationId: firstApplicationId,
  apiBase: `http://127.0.0.1:${emulatorPort}/api/v10`,
  webBase: `http://127.0.0.1:${emulatorPort}`,
};

async function readApplication({ options, env, terminal }: InitCall): Promise<Application> {
  if (options.emulator) return emulated;
  const { [variables.apiBase]: apiBase, [variables.webBase]: webBase } = env;
  const known = env[variables.applicationId] || undefined;
  const applicationWith = (applicationId: string) => ({ applicationId, apiBase, webBase });
  if (options.application !== undefined) return applicationWith(options.application);
  if (options.yes) return known === undefined ? emulated : applicationWith(known);
  const choice =
    known === undefined
      ? await terminal.ask.choose({
          message: "Where do you want to test?",
          instead: "--emulator, --application, or --yes for the emulator",
          choices: [
            { value: "emulator", label: "In the emulator on this machine", hint: "no account required" },
            { value: "portal", label: "With an application from the developer portal" },
          ],
        })
      : "portal";
  if (choice === "emulator") return emulated;
  const id = await terminal.ask.text({
    message: "Your application's id (developer portal, General Information)",
    instead: "--application",
    ...(known !== undefined && { initial: known }),
    check: (answer) => (isId(answer) ? undefined : "An id has 15 to 20 digits."),
  });
  return applicationWith(id);
}

interface OptionalId {
  readonly name: "guild" | "production";
  readonly message: string;
  readonly initial: string | undefined;
}

/** Does not prompt if the emulator is used, because users without a Discord account have no ids to enter. */
async function readOptional(
  { options, terminal }: InitCall,
  application: Application,
  { name, message, initial }: OptionalId,
): Promise<string | undefined> {
  const { [name]: given } = options;
  if (given !== undefined) return given;
  if (options.yes || application === emulated) return initial;
  const answer = await terminal.ask.text({
    message: `${message} (leave empty for none)`,
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
    message: "File format",
    instead: "--format",
    choices: readableFormats(process.features).map((value) => ({ value, label: labels[value] })),
  });
}

export async function confirmOverwrite(
  { options, terminal, cwd }: InitCall,
  paths: readonly string[],
): Promise<void> {
  if (options.force || paths.length === 0) return;
  const names = listed(paths.map((path) => relative(cwd, path)));
  const they = paths.length > 1 ? "already exist. Overwrite them" : "already exists. Overwrite it";
  if (options.yes || !terminal.interactive) {
    throw misunderstood(
      `${listed(paths)} would be overwritten.`,
      options.electron
        ? "Use an empty directory, or add --force."
        : "Add --force, or add --without-commands to keep the commands.",
      "file_exists",
    );
  }
  if (!(await terminal.ask.confirm({ message: `${names} ${they}?`, instead: "--force" }))) throw declined();
}

export function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}
