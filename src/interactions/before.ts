import { isObject } from "../core/check/readers.ts";
import { validationError } from "../core/errors.ts";
import {
  type CommandPayload,
  type ComponentPayload,
  InteractionType,
  type ModalPayload,
} from "../wire/interaction.ts";
import type { Answer, Delivery } from "./answer/delivery.ts";
import { CommandInteraction, ComponentInteraction, ModalInteraction } from "./answer/interaction.ts";
import type { HandlerResult } from "./define/define-component.ts";

/** Called before a handler. If it returns an answer, the handler is not called. @stable */
export type Before = (
  interaction: CommandInteraction | ComponentInteraction | ModalInteraction,
) => HandlerResult;

/** The interactions that require an answer. */
export type AnsweredPayload = CommandPayload | ComponentPayload | ModalPayload;

export type Work = (delivery: Delivery) => HandlerResult;

export function withBefore(before: Before | undefined, payload: AnsweredPayload, work: Work): Work {
  return before ? (delivery) => runBoth(before, payload, work, delivery) : work;
}

async function runBoth(
  before: Before,
  payload: AnsweredPayload,
  work: Work,
  delivery: Delivery,
): Promise<Answer | void> {
  const answer: unknown = await before(interactionOf(payload, delivery));
  if (answer === undefined) return work(delivery);
  if (isObject(answer)) return answer as unknown as Answer;
  throw validationError(
    "invalid_answer",
    "The before option must return an answer, or undefined to run the handler.",
  );
}

function interactionOf(payload: AnsweredPayload, delivery: Delivery): Parameters<Before>[0] {
  switch (payload.type) {
    case InteractionType.ApplicationCommand:
      return new CommandInteraction(payload, delivery);
    case InteractionType.MessageComponent:
      return new ComponentInteraction(payload, delivery);
    case InteractionType.ModalSubmit:
      return new ModalInteraction(payload, delivery);
  }
}
