import type { Reader } from "../../core/check/readers.ts";
import { asItIs } from "../../core/check/readers.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { Access, SentCommand } from "./connection.ts";
import type { ActivityQuestion } from "./question.ts";
import type { PlayerAnswer } from "./rpc/prompts.ts";
import { RpcRefusal } from "./rpc/rpc-refusal.ts";
import type { ActivityWindow, OpenWindows } from "./window.ts";
import { cut } from "../../core/errors.ts";

/** A command of an Activity, and the window that it concerns. */
export interface ActivityCall extends Pick<SentCommand, "connection" | "event"> {
  readonly live: LiveWorld;
  readonly windows: OpenWindows;
  readonly window: ActivityWindow;
}

/** A command of the Embedded App SDK. */
export interface ActivityCommand {
  /** The scopes that the token needs; an empty list: no token is needed. */
  readonly access: Access;
  /** Answers with the data. @throws RpcRefusal; ClientError (ValidationError) for arguments that cannot be read. */
  readonly run: (call: ActivityCall, args: unknown) => unknown;
}

/** Commands by their names. */
export type ActivityCommands = Readonly<Record<string, ActivityCommand>>;

/** A command whose arguments are read before it runs. */
export function createCommand<Args>(
  access: Access,
  read: Reader<Args>,
  run: (call: ActivityCall, args: Args) => unknown,
): ActivityCommand {
  return { access, run: (call, args) => run(call, read(args, "args")) };
}

/** A command without arguments. */
export function createPlainCommand(access: Access, run: (call: ActivityCall) => unknown): ActivityCommand {
  return createCommand(access, asItIs<unknown>(), run);
}

/** @throws RpcRefusal 4002 for an unknown command, 4006 without its scopes; and the errors of the command. */
export function runCommand(commands: ActivityCommands, call: ActivityCall & SentCommand): unknown {
  const command = findCommand(commands, call.name);
  call.connection.mustHave(command.access);
  return command.run(call, call.args);
}

/** @throws RpcRefusal 4002. */
export function findCommand<Command>(commands: Readonly<Record<string, Command>>, name: unknown): Command {
  const command = typeof name === "string" && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new RpcRefusal("InvalidCommand", `Invalid command: ${nameOf(name)} is not known.`);
}

/** The name of a command or event, shortened for a message. */
export function nameOf(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(cut(name, 60)) : "a command or event without a name";
}

/** Shows the player a question over the window, and waits for the answer. */
export function askPlayer(
  { window, connection }: ActivityCall,
  question: ActivityQuestion,
): Promise<PlayerAnswer> {
  return window.prompts.show(question, connection.signal);
}
