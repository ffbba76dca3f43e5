import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  Client,
  launchCommandStatus,
  type LaunchCommandStatus,
  redirectSchemeStatus,
  unregisterLaunchCommand,
} from "slashpass";
import { ExitCode, Failure, misunderstood } from "../frame/failure.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { readSettings } from "../settings/settings.ts";
import type { launchCommand as definitions } from "./definitions.ts";

const library = {
  register: (applicationId: string, command: string) =>
    new Client().RegisterLaunchCommand(applicationId, command),
  registerSteam: (applicationId: string, id: number) =>
    new Client().RegisterLaunchSteamApplication(applicationId, id),
  unregister: unregisterLaunchCommand,
  status: launchCommandStatus,
  /** On failure, throws an error that states the reason. */
  schemeStatus: redirectSchemeStatus,
};
export type LaunchLibrary = typeof library;

type LaunchCall = Call<typeof definitions.status.options>;
type RegisterCall = Call<typeof definitions.register.options, typeof definitions.register.arguments>;

export async function register(call: RegisterCall, on: LaunchLibrary = library): Promise<Outcome> {
  const game = readGame(call);
  const { applicationId } = await readSettings(call);
  const registered =
    "command" in game
      ? on.register(applicationId, game.command)
      : on.registerSteam(applicationId, game.steamAppId);
  if (!registered) throw notAllowed(applicationId, on, "steamAppId" in game);
  const found = on.status(applicationId);
  call.terminal.printText(describeLaunch(applicationId, found));
  return { result: { applicationId, ...found } };
}

export async function status(call: LaunchCall, on: LaunchLibrary = library): Promise<Outcome> {
  const { applicationId } = await readSettings(call);
  const found = on.status(applicationId);
  call.terminal.printText(describeLaunch(applicationId, found));
  return { result: { applicationId, ...found }, exitCode: found.works ? ExitCode.Done : ExitCode.Differs };
}

export async function unregister(call: LaunchCall, on: LaunchLibrary = library): Promise<Outcome> {
  const { applicationId } = await readSettings(call);
  const removed = on.unregister(applicationId);
  call.terminal.print(
    removed
      ? `The launch command for application ${applicationId} was removed.`
      : `Application ${applicationId} had no launch command; nothing was changed.`,
  );
  return { result: { applicationId, removed } };
}

function readGame({ arguments: { command }, options: { steam }, cwd }: RegisterCall) {
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
    `--steam must be a number, not '${steam}'.`,
    "Copy it from the game's Steam page URL, for example 480.",
  );
}

/** Makes paths absolute, because the command runs in a different directory. On macOS, the program can be a URL. */
function findProgram(program: string, cwd: string): string {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(program)) return program;
  const path = resolve(cwd, program);
  if (existsSync(path)) return path;
  throw new Failure(`There is no program at ${path}.`, {
    code: "program_missing",
    hint: "Specify an absolute path, or one relative to this folder.",
  });
}

function quoted(word: string): string {
  return /[\s"]/.test(word) || word === "" ? `"${word.replaceAll('"', String.raw`\"`)}"` : word;
}

/** A failed registration does not report why it failed, but reading the scheme's status throws an error that does. */
function notAllowed(applicationId: string, on: LaunchLibrary, isSteam: boolean): Failure {
  on.schemeStatus({ applicationId });
  return new Failure("The launch command was not registered: the system does not allow it.", {
    code: "not_registered",
    hint: isSteam
      ? "Install Steam, or specify a program instead of --steam."
      : "Check the permissions of the applications and settings folders in your home folder.",
  });
}

function describeLaunch(applicationId: string, { command, works }: LaunchCommandStatus): string {
  if (command === undefined) {
    return `Application ${applicationId} has no launch command here.\n'slashpass launch-command register' registers one.`;
  }
  const words = command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(" ");
  const started = `Application ${applicationId} is started with: ${words}`;
  if (works) return started;
  return `${started}\nHowever, the system cannot start it. To repair this, register it again.`;
}
