import { InteractionType } from "../../wire/interaction.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import { limits } from "../../wire/limits.ts";
import type { FieldProblem } from "../../wire/error.ts";
import { refuse } from "../base/refusal.ts";
import {
  type Check,
  checkFields,
  dictionary,
  type Fields,
  list,
  nullable,
  number,
  oneOf,
  type Path,
  problem,
  record,
  text,
} from "../../interactions/messages/rules/checks.ts";
import { findInMessage, type MessageContext } from "../../interactions/messages/rules/messages.ts";
import { findInModal } from "../../interactions/messages/rules/modals.ts";

interface AnsweredInteraction {
  readonly type: number;
  readonly message?: object | undefined;
}

export function checkCallback(
  callback: unknown,
  interaction: AnsweredInteraction,
  message: MessageContext = {},
): void {
  refuse(checkFields(callback, { required: { type: oneOf(...typesFor(interaction)) } }));
  const { type, data } = callback as { readonly type: CallbackType; readonly data?: unknown };
  const path = ["data"];
  if (messageCallbacks.includes(type))
    refuse(
      findInMessage(data ?? {}, {
        ...message,
        path,
        ignored: updateTypes.includes(type) ? ["tts", "poll"] : [],
      }),
    );
  else if (type === CallbackType.Modal) refuse(findInModal(data, path));
  else if (type === CallbackType.AutocompleteResult) {
    refuse(checkFields(data, suggestions, path));
    refuse(checkSameKind((data as Suggestions).choices ?? [], [...path, "choices"]));
  }
}

const messageTypes = [CallbackType.ChannelMessage, CallbackType.DeferredChannelMessage];
export const updateTypes: readonly number[] = [CallbackType.DeferredUpdate, CallbackType.UpdateMessage];
const messageCallbacks: readonly number[] = [...messageTypes, ...updateTypes];
const premiumType = CallbackType.PremiumRequired;
const openingTypes = [CallbackType.Modal, premiumType, CallbackType.LaunchActivity];

/** See Discord documentation, Interactions, "Interaction Callback Type". */
function typesFor({ type, message }: AnsweredInteraction): readonly number[] {
  switch (type) {
    case InteractionType.Ping:
      return [CallbackType.Pong];
    case InteractionType.Autocomplete:
      return [CallbackType.AutocompleteResult];
    case InteractionType.MessageComponent:
      return [...messageTypes, ...(message ? updateTypes : []), ...openingTypes];
    case InteractionType.ModalSubmit:
      return [...messageTypes, ...(message ? updateTypes : []), premiumType, CallbackType.LaunchActivity];
    default:
      return [...messageTypes, ...openingTypes];
  }
}

const isValue: Check = (value, path) =>
  typeof value === "number" ? number(-(2 ** 53) + 1, 2 ** 53 - 1)(value, path) : text(6000)(value, path);

const choiceName = text(limits.textLength, 1);

const suggestions: Fields = {
  optional: {
    choices: list(
      nullable(
        record({
          required: { name: choiceName, value: isValue },
          optional: { name_localizations: dictionary(choiceName) },
        }),
      ),
      limits.choices,
    ),
  },
};

interface Suggestions {
  readonly choices?: readonly ({ readonly value: string | number } | null)[] | null;
}

/** The choices belong to one option, so either all are strings or all are numbers. */
function checkSameKind(choices: NonNullable<Suggestions["choices"]>, path: Path): readonly FieldProblem[] {
  const kind = typeof choices.find((choice) => choice !== null)?.value;
  return choices.flatMap((choice, index) =>
    choice === null || typeof choice.value === kind
      ? []
      : problem(
          [...path, String(index), "value"],
          "BASE_TYPE_BAD_TYPE",
          `Must be a ${kind}, like the others.`,
        ),
  );
}
