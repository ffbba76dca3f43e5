import { type ClientError, ErrorType } from "../errors.ts";
import type { HttpAnswer } from "./send.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import type { Authorization } from "./authorizer.ts";
import { parseObject } from "./json.ts";
import type { Patience } from "./patience.ts";
import { passesSoon } from "./retryable.ts";

const mostRepetitions = 3;

/** A service that refuses this often for its limits tells wrong times. */
const mostLimited = 10;

/** An answer, and what it was asked with. */
export interface Outcome {
  readonly answer: HttpAnswer;
  readonly authorization: Authorization;
}

/** How often one call has been sent, and why. */
export class Progress {
  /** The answer with 401 that made the call ask for another token. */
  refused: Outcome | undefined;
  /** Answers that said to wait for a limit. */
  limited = 0;
  #repetitions = 0;
  readonly #patience: Patience;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** Repetitions because the service was not able to answer. */
  get repetitions(): number {
    return this.#repetitions;
  }

  /** Waits for the next repetition; false when there is none, or no time for it. */
  async repeat(): Promise<boolean> {
    if (this.#repetitions++ >= mostRepetitions) return false;
    return this.#patience.beforeRepetition(this.#repetitions);
  }
}

/** What to do after an answer; `deleted`: it counts as a success. */
export type Step = "another token" | "after the limit" | "repeat" | "deleted" | "done";

export function nextStep(method: string, answer: HttpAnswer, progress: Progress): Step {
  const code = (): unknown => parseObject(answer.text)["code"];
  switch (answer.status) {
    case 401:
      // A token that is alive and lacks a scope: the next one would lack it too.
      return progress.refused || code() === JsonErrorCode.MissingScope ? "done" : "another token";
    case 429:
      if (progress.limited >= mostLimited || code() === JsonErrorCode.DailyCreatesSpent) return "done";
      return "after the limit";
    case 404: {
      // A deletion whose answer got lost had its effect: the repetition finds nothing.
      const isRepeated = method === "DELETE" && progress.repetitions > 0;
      return isRepeated && code() === JsonErrorCode.UnknownCommand ? "deleted" : "done";
    }
    default:
      return passesSoon(answer.status) ? "repeat" : "done";
  }
}

/** The network, or the token endpoint, was not able to answer. */
export function mayPass({ type, status }: ClientError): boolean {
  return type === ErrorType.NetworkError || (status !== undefined && passesSoon(status));
}
