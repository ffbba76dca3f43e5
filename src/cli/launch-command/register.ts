import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Client, launchCommandStatus, redirectSchemeStatus } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { Failure, misunderstood } from "../frame/failure.ts";
import { readSettings } from "../settings/settings.ts";
import type { registerDefinition } from "./definitions.ts";
import { describeLaunch } from "./status.ts";

type RegisterCall = Call<typeof registerDefinition.options, typeof registerDefinition.arguments>;

const library = {
  register: (applicationId: string, command: string) =>
    new Client().RegisterLaunchCommand(applicationId, command),
  registerSteam: (applicationId: string, id: number) =>
    new Client().RegisterLaunchSteamApplication(applicationId, id),
  status: launchCommandStatus,
  /** Its error contains the reason. */
  schemeStatus: redirectSchemeStatus,
};
export type LaunchLibrary = typeof library;

export async function run(call: RegisterCall, on = library): Promise<Outcome> {
  const wish = readWish(call);
  const { applicationId } = await readSettings(call);
  const registered =
    "command" in wish
      ? on.register(applicationId, wish.command)
      : on.registerSteam(applicationId, wish.steamAppId);
  if (!registered) throw notAllowed(applicationId, on, "steamAppId" in wish);
  const status = on.status(applicationId);
  call.terminal.print(call.terminal.wrap(describeLaunch(applicationId, status)));
  return { result: { applicationId, ...status } };
}

function readWish({ arguments: { command }, options: { steam }, cwd }: RegisterCall) {
  const [program, ...words] = command;
  if ((program === undefined) === (steam === undefined)) {
    throw misunderstood(
      program === undefined
        ? "Specify a program or a Steam game."
        : "Specify either a program or a Steam game.",
      "Specify a program after --, or a Steam app ID with --steam.",
    );
  }
  if (program !== undefined) return { command: [findProgram(program, cwd), ...words].map(quoted).join(" ") };
  if (/^\d{1,10}$/.test(steam ?? "")) return { steamAppId: Number(steam) };
  throw misunderstood(
    `--steam takes a number, not '${steam}'.`,
    "Copy it from the game's address on Steam, for example 480.",
  );
}

/** The path must be absolute, since the command is started from another directory. URLs are for macOS. */
function findProgram(program: string, cwd: string): string {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(program)) return program;
  const path = resolve(cwd, program);
  if (existsSync(path)) return path;
  throw new Failure(`There is no program at ${path}.`, {
    code: "program_missing",
    hint: "Give its path, relative to this folder or absolute.",
  });
}

function quoted(word: string): string {
  return /[\s"]/.test(word) || word === "" ? `"${word.replaceAll('"', String.raw`\"`)}"` : word;
}

/** Registration fails without a reason; reading the scheme's status throws one. */
function notAllowed(applicationId: string, on: LaunchLibrary, isSteam: boolean): Failure {
  on.schemeStatus({ applicationId });
  return new Failure("The launch command was not registered: the system does not allow it.", {
    code: "not_registered",
    hint: isSteam
      ? "Install Steam, or specify a program instead of --steam."
      : "Check the permissions of the folders for applications and settings in your home.",
  });
}
