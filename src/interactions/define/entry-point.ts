import { object, oneOf } from "../../core/check/readers.ts";
import { CommandType, type EntryPointCommand } from "../../wire/command.ts";
import {
  defineCommand,
  type DefinedCommand,
  type DefineOptions,
  type EntryPointDefinition,
  type HandlerResult,
} from "./define-command.ts";
import type { CommandInteraction } from "../answer/interaction.ts";

/** An entry point whose launches the application answers. */
export interface HandledEntryPoint extends Omit<EntryPointDefinition, "type" | "handler" | "handle"> {
  readonly handler: 1;
  /** Default: launches the Activity. */
  readonly handle?: EntryPointDefinition["handle"] | undefined;
}

/** An entry point whose launches the service answers by itself. */
export interface ServiceEntryPoint extends Omit<EntryPointCommand, "type" | "handler"> {
  readonly handler: 2;
  readonly handle?: undefined;
}

/**
 * Defines the command that launches the application's Activity (Application Commands Interface, "Entry point handler
 * types"). `registerEntryPoint` puts it in the place of the one the service made.
 *
 * @throws ClientError `invalid_command`.
 */
export function entryPoint(
  definition: HandledEntryPoint | ServiceEntryPoint,
  options?: DefineOptions,
): DefinedCommand<EntryPointCommand> {
  const { handler, handle = launch, ...fields } = object<typeof definition>()(definition, "definition");
  oneOf([1, 2])(handler, "definition.handler");
  const wanted = { ...fields, type: CommandType.PrimaryEntryPoint, handle } as const;
  const { body, ...command } = defineCommand(wanted, options);
  return { ...command, body: { ...body, handler } };
}

function launch(interaction: CommandInteraction): HandlerResult {
  return interaction.launchActivity();
}
