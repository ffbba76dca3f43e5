import { CommandType } from "../../wire/command.ts";

/** Whether a command is the one that launches the Activity: by its type, never by its name. */
export function isEntryPoint({ type }: { readonly type?: unknown }): boolean {
  return type === CommandType.PrimaryEntryPoint;
}
