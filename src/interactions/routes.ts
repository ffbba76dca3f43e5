import { validationError } from "../core/errors.ts";
import { CommandType } from "../wire/command.ts";
import {
  type AutocompletePayload,
  type CommandPayload,
  type ComponentPayload,
  InteractionType,
  type ModalPayload,
} from "../wire/interaction.ts";
import type { DefinedCommand, HandlerResult } from "./define/define-command.ts";
import { type DefinedComponent, type DefinedModal, splitCustomId } from "./define/define-component.ts";
import type { Delivery } from "./answer/delivery.ts";

/** What a handler answers. */
export interface Definitions {
  readonly commands: readonly DefinedCommand[];
  readonly components?: readonly DefinedComponent[] | undefined;
  readonly modals?: readonly DefinedModal[] | undefined;
}

/** Everything a player has to be given an answer to. */
export type AnsweredPayload = CommandPayload | ComponentPayload | ModalPayload;

/** Runs the handler of one interaction. */
export type Work = (delivery: Delivery) => HandlerResult;

/** Finds what is defined for an interaction. */
export interface Routes {
  command(payload: CommandPayload | AutocompletePayload): DefinedCommand | undefined;
  work(payload: AnsweredPayload): Work | undefined;
}

/** @throws ClientError `duplicate_definition` when two would answer the same. */
export function createRoutes({ commands, components = [], modals = [] }: Definitions): Routes {
  const commandsByKey = index(commands, ({ body }) => commandKey(body.name, body.type));
  const componentsByName = index(components, ({ customId }) => customId);
  const modalsByName = index(modals, ({ customId }) => customId);
  const command: Routes["command"] = ({ data }) => commandsByKey.get(commandKey(data.name, data.type));
  return {
    command,
    work: (payload) => {
      switch (payload.type) {
        case InteractionType.ApplicationCommand:
          return bind(command(payload), payload);
        case InteractionType.MessageComponent:
          return bind(componentsByName.get(splitCustomId(payload.data.custom_id).name), payload);
        case InteractionType.ModalSubmit:
          return bind(modalsByName.get(splitCustomId(payload.data.custom_id).name), payload);
      }
    },
  };
}

interface Runnable<Payload> {
  readonly run: (payload: Payload, delivery: Delivery) => HandlerResult;
}

function bind<Payload>(definition: Runnable<Payload> | undefined, payload: Payload): Work | undefined {
  return definition && ((delivery) => definition.run(payload, delivery));
}

function commandKey(name: string, type: CommandType = CommandType.ChatInput): string {
  return `${type} ${name}`;
}

function index<T>(definitions: readonly T[], keyOf: (definition: T) => string): ReadonlyMap<string, T> {
  const byKey = new Map<string, T>();
  for (const definition of definitions) {
    const key = keyOf(definition);
    if (byKey.has(key))
      throw validationError("duplicate_definition", `Two handlers are defined for "${key}".`);
    byKey.set(key, definition);
  }
  return byKey;
}
