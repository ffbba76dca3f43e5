import { ClientError, type ErrorCode, ErrorType } from "../../core/errors.ts";
import { isObject } from "../../core/check/readers.ts";
import { onAbort } from "../../core/request/abort.ts";
import { RpcErrorCode } from "../../wire/desktop-client.ts";
import { type Attempt, type AuthorizationError, requestParameters } from "../authorization-endpoint.ts";
import type { Asking, ConsentMethod, Granted } from "../consent.ts";
import { ConnectionLost, DesktopClientRefusal } from "./connection.ts";
import type { DesktopClientAccess } from "./find.ts";
import { useDesktopClient } from "./shared-connection.ts";

export interface DesktopClientContext extends DesktopClientAccess {
  /** Creates the same error as for a rejection in the browser. */
  readonly refused: (error: AuthorizationError) => ClientError;
  readonly clean: (text: string) => string;
}

/** Uses the desktop client's local socket (discord-userdoccers, RPC, "AUTHORIZE"). Never sends a token to the socket. */
export function desktopClientConsent(context: DesktopClientContext): ConsentMethod {
  return {
    provider: "desktop-client",
    ask: (attempt, asking) => askDesktopClient(context, attempt, asking),
  };
}

/** The pending request. The desktop client shows only one at a time and limits connections. */
let pending: AbortSignal | undefined;

async function askDesktopClient(
  context: DesktopClientContext,
  attempt: Attempt,
  asking: Asking,
): Promise<Granted> {
  // An aborted request is already cleaning up.
  if (pending && !pending.aborted) throw unable("another sign-in in this program is waiting for a response");
  const { signal } = asking;
  pending = signal;
  try {
    return await searchAndAsk(context, attempt, asking);
  } finally {
    if (pending === signal) pending = undefined;
  }
}

async function searchAndAsk(
  { refused, clean, ...access }: DesktopClientContext,
  attempt: Attempt,
  { signal, onPrompted }: Asking,
): Promise<Granted> {
  const { applicationId, scopes } = attempt;
  const found = await useDesktopClient({ ...access, applicationId, signal, keepsAlive: true });
  if (!("connection" in found))
    throw found.problems.length === 0 ? noClient() : unable(found.problems.join("; "));
  const { socketPath, connection, release } = found;
  // An abort must also close the dialog. The protocol has no command for that, so the connection is closed.
  const leave = onAbort(signal, () => connection.close());
  const args = { client_id: applicationId, scopes: scopes.split(" "), ...requestParameters(attempt) };
  try {
    onPrompted();
    const answer = await connection.request("AUTHORIZE", args, signal);
    return { provider: "desktop-client", code: readCode(answer) };
  } catch (error) {
    if (error instanceof ConnectionLost) throw unable(`${socketPath}: ${error.message}`);
    if (!(error instanceof DesktopClientRefusal)) throw error;
    const detail = clean(error.detail);
    if (error.code !== RpcErrorCode.OAuth2Error) throw unable(`${socketPath}: ${error.message} (${detail})`);
    throw refused(readOAuthError(error.detail));
  } finally {
    leave();
    release();
  }
}

/** See RFC 6749 Appendix A.11. The length limit is generous. */
const isCode = /^[\x20-\x7E]{1,2000}$/;

function readCode(answer: unknown): string {
  const code = isObject(answer) ? answer["code"] : undefined;
  if (typeof code === "string" && isCode.test(code)) return code;
  throw new ConnectionLost("it responded without a code");
}

/** Example: `OAuth2 Error: access_denied: The resource owner denied the request`. */
function readOAuthError(detail: string): AuthorizationError {
  const [, error = "", description] = /^(?:OAuth2 Error: )?(\w+)(?:: (.*))?$/s.exec(detail) ?? [];
  // If the player declined, the browser must not ask again.
  if (detail.includes("access_denied")) return { error: "access_denied", description };
  return { error: error === "" ? "server_error" : error, description: error === "" ? detail : description };
}

function unable(problem: string): ClientError {
  const message = `The desktop client could not show the prompt: ${problem}.`;
  return elsewhere("desktop_client_unable", message, 'Pass consent: "auto" to fall back to the browser.');
}

function noClient(): ClientError {
  return elsewhere(
    "desktop_client_absent",
    "No desktop client is running for this user.",
    'Pass consent: "auto" to fall back to the browser, or ask the player to start the desktop client.',
  );
}

function elsewhere(code: ErrorCode, message: string, hint: string): ClientError {
  return new ClientError({ type: ErrorType.Disabled, code, message, hint, retryable: true });
}
