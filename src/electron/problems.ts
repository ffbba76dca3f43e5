import { callbackFailed, safeCallback } from "../core/check/callback.ts";
import { ClientError, type ErrorCode, ErrorType } from "../core/errors.ts";
import { playerMessage } from "../index.ts";
import type { SlashpassProblem } from "./state.ts";

/** Shown if the file with the translated messages is missing. */
const untranslated = "That did not work. Try again.";

export class Problems {
  readonly #language: () => string;
  readonly #report: (error: ClientError) => void;
  readonly #texts = new Map<ErrorCode, string>();

  /** @param language - Called when the app is ready. */
  constructor(language: () => string, onError: ((error: ClientError) => void) | undefined) {
    this.#language = language;
    this.#report = safeCallback("onError", onError ?? warn, () => warn(callbackFailed("onError")));
  }

  /** Cancelled operations are not reported. */
  async describe(error: ClientError): Promise<SlashpassProblem> {
    if (error.type !== ErrorType.Aborted || error.code === "callback_failed") this.report(error);
    return this.translate(error.code);
  }

  report(error: ClientError): void {
    this.#report(error);
  }

  async translate(code: ErrorCode): Promise<SlashpassProblem> {
    const text = this.#texts.get(code) ?? (await this.#textOf(code));
    this.#texts.set(code, text);
    return { code, text };
  }

  async #textOf(code: ErrorCode): Promise<string> {
    const error = new ClientError({ type: ErrorType.Disabled, code, message: code });
    return playerMessage(error, this.#language()).catch(() => untranslated);
  }
}

function warn({ code, message, hint = "" }: ClientError): void {
  process.emitWarning(message, { type: "slashpass", code, detail: hint });
}

/** Replaces an error that may contain a secret. */
export function unexpected(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "callback_failed",
    message: `${operation} failed with an unexpected error.`,
    hint: "The error is not shown, because it may contain a secret. Report this as a slashpass bug.",
  });
}
