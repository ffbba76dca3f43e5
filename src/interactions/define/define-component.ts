import type { ComponentPayload, ModalPayload } from "../../wire/interaction.ts";
import { validationError } from "../../errors.ts";
import type { HandlerResult } from "./define-command.ts";
import type { Delivery } from "../answer/delivery.ts";
import { ComponentInteraction, ModalInteraction } from "../answer/interaction.ts";
import { type ModalFields, readModalFields } from "./modal-fields.ts";

/** A kind of component and what happens when a player uses it. */
export interface ComponentDefinition {
  /** The part of `custom_id` before the first `:`. What follows is the handler's own: `vote:blue`. */
  readonly customId: string;
  /** @param argument - the part of `custom_id` after the first `:`; empty when there is none. */
  readonly handle: (interaction: ComponentInteraction, argument: string) => HandlerResult;
}

/** A form and what happens when a player sends it. */
export interface ModalDefinition {
  /** The part of `custom_id` before the first `:`. */
  readonly customId: string;
  /** @param fields - what was filled in, by the `custom_id` of each field. */
  readonly handle: (interaction: ModalInteraction, fields: ModalFields, argument: string) => HandlerResult;
}

/** A component or modal together with its handler. */
export interface DefinedCustomId<Kind extends "component" | "modal", Payload> {
  readonly kind: Kind;
  readonly customId: string;
  /** @internal Runs the handler. */
  readonly run: (payload: Payload, delivery: Delivery) => HandlerResult;
}

/** What {@link defineComponent} makes: for `components` of a handler. */
export type DefinedComponent = DefinedCustomId<"component", ComponentPayload>;

/** What {@link defineModal} makes: for `modals` of a handler. */
export type DefinedModal = DefinedCustomId<"modal", ModalPayload>;

/**
 * Defines what a button or menu does.
 *
 * @throws ClientError `invalid_custom_id`.
 */
export function defineComponent(definition: ComponentDefinition): DefinedComponent {
  return {
    kind: "component",
    customId: parseCustomId(definition.customId),
    run: (payload, delivery) => {
      const { argument } = splitCustomId(payload.data.custom_id);
      return definition.handle(new ComponentInteraction(payload, delivery), argument);
    },
  };
}

/**
 * Defines what a form does once it is sent.
 *
 * @throws ClientError `invalid_custom_id`.
 */
export function defineModal(definition: ModalDefinition): DefinedModal {
  return {
    kind: "modal",
    customId: parseCustomId(definition.customId),
    run: (payload, delivery) => {
      const { argument } = splitCustomId(payload.data.custom_id);
      const fields = readModalFields(payload.data.components);
      return definition.handle(new ModalInteraction(payload, delivery), fields, argument);
    },
  };
}

/** The two parts of a `custom_id`. */
export function splitCustomId(customId: string): { readonly name: string; readonly argument: string } {
  const colon = customId.indexOf(":");
  if (colon < 0) return { name: customId, argument: "" };
  return { name: customId.slice(0, colon), argument: customId.slice(colon + 1) };
}

function parseCustomId(value: string): string {
  if (value.length >= 1 && value.length <= 100 && !value.includes(":")) return value;
  throw validationError(
    "invalid_custom_id",
    "customId is not 1 to 100 characters without a colon.",
    "What follows a colon in custom_id is passed to the handler as its argument.",
  );
}
