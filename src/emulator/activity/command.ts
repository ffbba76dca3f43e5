import type { Reader } from "../../core/check/readers.ts";
import { RpcErrorCode } from "../../wire/desktop-client.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { RpcRefusal } from "./rpc/rpc-refusal.ts";
import type { ActivityFrame } from "./frame.ts";
import type { ActivityFrames } from "./frames.ts";
import type { Access, ActivitySession } from "./session.ts";

/** Whose command it is, and whom it concerns. */
export interface ActivityCall {
  readonly live: LiveWorld;
  readonly frames: ActivityFrames;
  readonly frame: ActivityFrame;
  readonly session: ActivitySession;
  /** The event that SUBSCRIBE and UNSUBSCRIBE name beside their arguments. */
  readonly event: unknown;
}

/** What an Activity can have done for it. */
export interface ActivityCommand {
  /** What its token must allow; an empty list where it needs none. */
  readonly access: Access;
  /** Answers with the data. @throws RpcRefusal; ClientError (ValidationError) for arguments that cannot be read. */
  readonly run: (call: ActivityCall, args: unknown) => unknown;
}

/** A command whose arguments are read before it runs. */
export function createCommand<Args>(
  read: Reader<Args>,
  run: (call: ActivityCall, args: Args) => unknown,
  access: Access = [],
): ActivityCommand {
  return { access, run: (call, args) => run(call, read(args, "args")) };
}

/** Commands by their names. */
export type ActivityCommands = Readonly<Record<string, ActivityCommand>>;

/** @throws RpcRefusal 4002. */
export function findCommand(commands: ActivityCommands, name: unknown): ActivityCommand {
  const command = typeof name === "string" && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new RpcRefusal(RpcErrorCode.InvalidCommand, `Invalid command: ${nameOf(name)} is not known.`);
}

/** A name that somebody used, in a form that fits into a text. */
export function nameOf(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(name.slice(0, 60)) : "a command or event without a name";
}
