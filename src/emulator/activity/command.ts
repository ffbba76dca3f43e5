import type { Reader } from "../../core/check/readers.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { Access, SentCommand } from "./connection.ts";
import type { ActivityQuestion, PlayerAnswer } from "./prompts.ts";
import { RpcRefusal } from "./rpc.ts";
import type { ActivityWindow, OpenWindows } from "./window.ts";
import { cut } from "../../core/errors.ts";

export interface ActivityCall extends Pick<SentCommand, "connection" | "event"> {
  readonly live: LiveWorld;
  readonly windows: OpenWindows;
  readonly window: ActivityWindow;
}

export interface ActivityCommand {
  /** If empty, no token is required. */
  readonly access: Access;
  readonly run: (call: ActivityCall, args: unknown) => unknown;
}

export type ActivityCommands = Readonly<Record<string, ActivityCommand>>;

export function createCommand<Args>(
  access: Access,
  read: Reader<Args>,
  run: (call: ActivityCall, args: Args) => unknown,
): ActivityCommand {
  return { access, run: (call, args) => run(call, read(args, "args")) };
}

export function createPlainCommand(access: Access, run: (call: ActivityCall) => unknown): ActivityCommand {
  return { access, run };
}

export function runCommand(commands: ActivityCommands, call: ActivityCall & SentCommand): unknown {
  const { name, connection, args } = call;
  const command = typeof name === "string" && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new RpcRefusal("InvalidCommand", `Invalid command: ${nameOf(name)} is unknown.`);
  connection.requireAccess(command.access);
  return command.run(call, args);
}

export function nameOf(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(cut(name, 60)) : "a command or event without a name";
}

export function askPlayer(
  { window, connection }: ActivityCall,
  question: ActivityQuestion,
): Promise<PlayerAnswer> {
  return window.prompts.show(question, connection.signal);
}
