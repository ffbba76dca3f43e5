import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { refuseForeignFile } from "../emulator/settings.ts";
import { variables } from "../frame/host.ts";
import { namesOf } from "../settings/application-secrets.ts";
import { type Answers, emulatorPort, type InitCall } from "./answers.ts";
import { readManifest } from "./write-files.ts";

type Dev = "script" | "command" | undefined;

export interface Step {
  readonly text: string;
  readonly lines?: readonly string[];
}

export async function nextSteps(
  call: InitCall,
  answers: Answers,
  { commands, dev }: { readonly commands: string; readonly dev: Dev },
): Promise<readonly (readonly string[])[]> {
  const { run, install } = managerOf(call);
  const { envFile, envOption } = await envFileOf(call);
  const { withCommands, withActivity } = answers;
  const isEmulatorPending = answers.webBase !== undefined && !call.env[variables.webBase];
  const option = isEmulatorPending ? envOption : "";
  const steps: readonly (Step | undefined)[] = [
    canImport(call.cwd)
      ? undefined
      : { text: "Install the library that the files import:", lines: [`${install} slashpass`] },
    dev && {
      text: `Test the commands in an emulator, without Discord. Press Ctrl-C to stop. Changes to ${commands} and the handler take effect immediately:`,
      lines: [dev === "script" ? "npm run dev" : `${run} dev`],
    },
    isEmulatorPending
      ? {
          text: `To use the other slashpass commands, start an emulator in another terminal. It writes its secrets to ${envFile}: list that file in .gitignore.`,
          lines: [`${run} emulator --port ${emulatorPort} --env ${envFile}`],
        }
      : undefined,
    tokenStep(call, answers),
    {
      text: `${withCommands ? "Look at" : "Add your commands to"} ${commands}, then show the changes:`,
      lines: [`${run} commands plan${option}`],
    },
    { text: "Apply them:", lines: [`${run} commands apply${option}`] },
    withActivity ? activityStep(call.cwd, install) : undefined,
  ];
  return numbered(steps.filter((step) => step !== undefined));
}

export function numbered(steps: readonly Step[]): readonly (readonly string[])[] {
  return steps.flatMap(({ text, lines = [] }, index) => [
    [` ${index + 1}.`, text],
    ...lines.map((line) => ["", line]),
  ]);
}

/** Never overwrites a user's `.env`. */
async function envFileOf({ cwd }: Pick<InitCall, "cwd">) {
  try {
    await refuseForeignFile(join(cwd, ".env"));
    return { envFile: ".env", envOption: "" };
  } catch {
    return { envFile: ".env.emulator", envOption: " --env-file .env.emulator" };
  }
}

function tokenStep({ env }: InitCall, { webBase, productionId }: Answers): Step | undefined {
  // For example SLASHPASS_PRODUCTION_BOT_TOKEN.
  const [production = variables] = namesOf({ environment: "production" });
  const missing = [
    ...(webBase === undefined && !env[variables.botToken] ? [variables.botToken] : []),
    ...(productionId !== undefined && !env[production.botToken]
      ? [`${production.botToken} for production`]
      : []),
  ];
  if (missing.length === 0) return undefined;
  const names = missing.join(" and ");
  return {
    text: `Set ${names} in the environment or in .env, or enter it at the prompt and store it in the system's keychain. Add files with secrets, such as .env, to .gitignore; the generated files do not contain secrets.`,
  };
}

function activityStep(folder: string, install: string): Step {
  const manifest = readManifest(folder)?.manifest;
  return {
    text: "Start the Activity in the emulator; it prints the steps for Discord:",
    lines: [
      ...(manifest ? [] : ["npm init -y"]),
      ...(manifest?.["type"] === "module" ? [] : ["npm pkg set type=module"]),
      `${install} vite @discord/embedded-app-sdk`,
      "node start.js",
    ],
  };
}

function canImport(folder: string): boolean {
  try {
    createRequire(join(folder, "handler.mjs")).resolve("slashpass/interactions");
    return true;
  } catch {
    return false;
  }
}

const npm = { run: "npx slashpass", install: "npm install" };
const managers: Readonly<Record<string, typeof npm>> = {
  npm,
  pnpm: { run: "pnpm exec slashpass", install: "pnpm add" },
  yarn: { run: "yarn slashpass", install: "yarn add" },
  bun: { run: "bunx slashpass", install: "bun add" },
};

export function managerOf({ env, again }: Pick<InitCall, "env" | "again">) {
  const { npm_config_user_agent: agent = "", PATH = "" } = env;
  const [name = ""] = agent.split("/");
  if (agent !== "") return managers[name] ?? npm;
  const isOnPath = again.some(
    (word) => PATH.split(delimiter).includes(dirname(word)) && word.endsWith("slashpass"),
  );
  return isOnPath ? { ...npm, run: "slashpass" } : npm;
}
