import type { AutocompletePayload } from "../../wire/interaction.ts";
import type { DefinedCommand } from "../define/define-command.ts";
import type { Receipt } from "../endpoint/endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { keepAlive } from "../endpoint/keep-alive.ts";
import { failureCode } from "../endpoint/problem.ts";
import { jsonReply, type Reply } from "../endpoint/reply.ts";
import type { Work } from "./routes.ts";
import { tooSlow, within } from "../endpoint/within.ts";
import { withoutToken } from "./without-token.ts";

// The service gives 3 seconds (Discord documentation, Interactions, "Responding to an Interaction").
const deferAfterMs = 1500;
const suggestWithinMs = 2500;

const noSuggestions = jsonReply({ type: 8, data: { choices: [] } });

/** Answers in time, whatever the handler does; the handler may go on after the response. */
export function answer(work: Work, exchange: Exchange, receipt: Receipt): Promise<Reply> {
  const { arrived, context, report } = receipt;
  keepAlive(context, settle(work, exchange, timeLeft(deferAfterMs, arrived)), report);
  return exchange.reply;
}

async function settle(work: Work, exchange: Exchange, deferInMs: number): Promise<void> {
  const timer = setTimeout(() => void exchange.defer(), deferInMs);
  try {
    await exchange.finish(await work(exchange));
  } catch (error) {
    await exchange.fail(failureCode(error), "A handler failed.", error);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers with suggestions; with none when the option's function fails, is slow, or is not there. */
export async function answerAutocomplete(
  command: DefinedCommand | undefined,
  payload: AutocompletePayload,
  { arrived, report }: Receipt,
): Promise<Reply> {
  const { id, token } = payload;
  try {
    const choices = await within(timeLeft(suggestWithinMs, arrived), command?.suggest(payload) ?? []);
    if (choices !== tooSlow) return jsonReply({ type: 8, data: { choices } });
    report({ code: "handler_too_late", message: "An autocomplete function took over 2.5 seconds.", id });
  } catch (error) {
    const shown = withoutToken(error, token);
    report({ code: failureCode(error), message: "An autocomplete function failed.", id, error: shown });
  }
  return noSuggestions;
}

/** The body's way here was part of the service's wait. */
function timeLeft(ms: number, arrived: number): number {
  return Math.max(0, ms - (performance.now() - arrived));
}
