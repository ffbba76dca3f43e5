import type { Choice } from "../wire/command-option.ts";
import type { AutocompletePayload } from "../wire/interaction.ts";
import { CallbackType } from "../wire/interaction-callback.ts";
import type { DefinedCommand } from "./define/define-command.ts";
import type { Receipt } from "./endpoint/endpoint.ts";
import type { Delivery } from "./answer/delivery.ts";
import { keepAlive } from "./endpoint/keep-alive.ts";
import { failureCode } from "./endpoint/problem.ts";
import { jsonAnswer, type EndpointAnswer } from "./endpoint/endpoint-answer.ts";
import type { Work } from "./routes.ts";
import { tooSlow, within } from "./endpoint/within.ts";
import { withoutToken } from "./answer/without-token.ts";

// The service gives 3 seconds (Discord documentation, Interactions, "Responding to an Interaction").
const deferAfterMs = 1500;
const suggestWithinMs = 2500;

const noSuggestions = suggesting([]);

/** Answers in time, whatever the handler does; the handler may go on after the response. */
export function answer(work: Work, delivery: Delivery, receipt: Receipt): Promise<EndpointAnswer> {
  const { arrived, context, report } = receipt;
  keepAlive(context, settle(work, delivery, timeLeft(deferAfterMs, arrived)), report);
  return delivery.response;
}

async function settle(work: Work, delivery: Delivery, deferInMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const given = work(delivery);
    // What is there already waits for nobody, and most answers are.
    if (isPromise(given)) timer = setTimeout(() => void delivery.defer(), deferInMs);
    await delivery.finish(await given);
  } catch (error) {
    await delivery.fail(failureCode(error), "A handler failed.", error);
  } finally {
    clearTimeout(timer);
  }
}

/** A handler may give a promise of any library. */
function isPromise(given: unknown): boolean {
  return typeof (given as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";
}

/** Answers with suggestions; with none when the option's function fails, is slow, or is not there. */
export async function answerAutocomplete(
  command: DefinedCommand | undefined,
  payload: AutocompletePayload,
  { arrived, report }: Receipt,
): Promise<EndpointAnswer> {
  const { id, token } = payload;
  try {
    const choices = await within(timeLeft(suggestWithinMs, arrived), command?.suggest(payload) ?? []);
    if (choices !== tooSlow) return suggesting(choices);
    report({ code: "handler_too_late", message: "An autocomplete function took over 2.5 seconds.", id });
  } catch (error) {
    const shown = withoutToken(error, token);
    report({ code: failureCode(error), message: "An autocomplete function failed.", id, error: shown });
  }
  return noSuggestions;
}

function suggesting(choices: readonly Choice[]): EndpointAnswer {
  return jsonAnswer({ type: CallbackType.AutocompleteResult, data: { choices } });
}

/** The body's way here was part of the service's wait. */
function timeLeft(ms: number, arrived: number): number {
  return Math.max(0, ms - (performance.now() - arrived));
}
