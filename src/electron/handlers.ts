import { serialize } from "node:v8";
import { answerOf, callbackFailed } from "../core/check/callback.ts";
import { type ClientError, isClientError, validationError } from "../core/errors.ts";
import { maskSecret } from "../core/request/mask-secret.ts";
import type { HandlerCall } from "./bridge.ts";

/**
 * Handles a page's call with the player's token. The arguments come from the page, so check them. The result is sent to the page,
 * so it must be plain data without the token.
 *
 * @experimental
 */
export type TokenHandler = (token: string, ...args: unknown[]) => unknown;

/** Returns an access token other than the rejected one. */
export type TokenSource = (rejected?: string) => Promise<string>;

export class Handlers {
  readonly #handlers = new Map<string, TokenHandler>();

  /**
   * @returns A function that removes the handler.
   * @throws ClientError `duplicate` (ValidationError) if the name has a handler.
   */
  add(name: string, handler: TokenHandler): () => void {
    if (this.#handlers.has(name))
      throw validationError("duplicate", `"${name}" already has a handler.`, "Use another name.");
    this.#handlers.set(name, handler);
    return () => void this.#handlers.delete(name);
  }

  /** Calls a handler. If it throws a ClientError with status 401, it is called again with a new token. */
  async call({ name, args }: HandlerCall, tokens: TokenSource): Promise<unknown> {
    const handler = this.#handlers.get(name);
    if (!handler) throw unknownHandler(name);
    const token = await tokens();
    try {
      return await run(name, handler, token, args);
    } catch (error) {
      if (!isClientError(error) || error.status !== 401) throw error;
      return run(name, handler, await tokens(token), args);
    }
  }
}

async function run(
  name: string,
  handler: TokenHandler,
  token: string,
  args: readonly unknown[],
): Promise<unknown> {
  const clean = (text: string) => maskSecret(text, token);
  const failed = () => callbackFailed(`The handler "${name}"`);
  const result = await answerOf(async () => handler(token, ...args), clean, failed);
  checkResult(name, result, token);
  return result;
}

function checkResult(name: string, result: unknown, token: string): void {
  const bytes = cloned(result);
  if (!bytes) throw unsendable(name, "cannot be cloned");
  if (bytes.includes(token, 0, "latin1") || bytes.includes(token, 0, "utf16le"))
    throw unsendable(name, "contains the token");
}

function cloned(value: unknown): Buffer | undefined {
  try {
    return serialize(value);
  } catch {
    return undefined;
  }
}

function unsendable(name: string, problem: string): ClientError {
  return validationError(
    "invalid_answer",
    `The result of the handler "${name}" was not sent to the page, because it ${problem}.`,
    "Return plain data, without functions, promises or the token.",
  );
}

function unknownHandler(name: string): ClientError {
  return validationError(
    "invalid_argument",
    `A page called the handler "${name}", which does not exist.`,
    "Register it with account.handle(name, handler) before the page calls it.",
  );
}
