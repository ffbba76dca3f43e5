import { ClientError, type ErrorCode, ErrorType } from "../../core/errors.ts";
import { isObject } from "../../core/check/readers.ts";
import { RpcErrorCode } from "../../wire/desktop-client.ts";
import type { Asking, ConsentRequest, ConsentWay, GrantedInDesktopClient, Unable } from "../consent.ts";
import type { SaidError } from "../callback.ts";
import { ConnectionLost, DesktopClientRefusal } from "./connection.ts";
import { findDesktopClient } from "./find.ts";
import type { PeerUser } from "./places.ts";

/** The outside parts that consent in the desktop client needs. */
export interface DesktopClientContext {
  /** The sockets where it can listen; looked up for each request. */
  readonly places: () => readonly string[];
  readonly peerUser: PeerUser;
  /** The error for the service's refusal, the same as for a refusal that came through a browser. */
  readonly refused: (said: SaidError) => ClientError;
  /** `text` from outside without secrets. */
  readonly clean: (text: string) => string;
}

/**
 * Asks in the running desktop client, over its local socket (discord-userdoccers, RPC, "AUTHORIZE"). It answers with the code
 * alone, and the token request has no redirect URI then. No token ever goes to the socket.
 */
export function desktopClientConsent(context: DesktopClientContext): ConsentWay {
  return {
    place: "desktop-client",
    ask: (request, asking) => askDesktopClient(context, request, asking),
  };
}

/**
 * The signal of the request that is pending in a desktop client. The client shows one request at a time and limits
 * connections, so a second request is not started meanwhile.
 */
let underWay: AbortSignal | undefined;

async function askDesktopClient(
  context: DesktopClientContext,
  request: ConsentRequest,
  asking: Asking,
): Promise<GrantedInDesktopClient | Unable> {
  // An aborted request only cleans up in the background: the caller may ask again at once.
  if (underWay && !underWay.aborted)
    return unable("another sign-in of this program is waiting for its answer there");
  const { signal } = asking;
  underWay = signal;
  try {
    return await searchAndAsk(context, request, asking);
  } finally {
    if (underWay === signal) underWay = undefined;
  }
}

async function searchAndAsk(
  { places, peerUser, refused, clean }: DesktopClientContext,
  request: ConsentRequest,
  { signal, onAsked }: Asking,
): Promise<GrantedInDesktopClient | Unable> {
  const { applicationId } = request;
  const found = await findDesktopClient({ places: places(), peerUser, applicationId, signal });
  if (!("connection" in found))
    return found.problems.length === 0 ? nobody() : unable(found.problems.join("; "));
  const { place, connection } = found;
  try {
    onAsked();
    const answer = await connection.request("AUTHORIZE", argumentsOf(request), signal);
    return { place: "desktop-client", code: readCode(answer) };
  } catch (error) {
    if (error instanceof ConnectionLost) return unable(`${place}: ${error.message}`);
    if (!(error instanceof DesktopClientRefusal)) throw error;
    const said = clean(error.said);
    if (error.code !== RpcErrorCode.OAuth2Error) return unable(`${place}: ${error.message} (${said})`);
    throw refused(readOAuthError(error.said));
  } finally {
    // Closing the connection also closes the dialog that the client may still show.
    connection.close();
  }
}

function argumentsOf(request: ConsentRequest) {
  const { applicationId, scopes, state, nonce, integrationType, codeChallenge } = request;
  return {
    client_id: applicationId,
    scopes: scopes.split(" "),
    state,
    nonce,
    integration_type: integrationType,
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
  };
}

/** The characters of a code (RFC 6749 Appendix A.11), and more of them than any service needs. */
const isCode = /^[\x20-\x7E]{1,2000}$/;

function readCode(answer: unknown): string {
  const code = isObject(answer) ? answer["code"] : undefined;
  if (typeof code === "string" && isCode.test(code)) return code;
  throw new ConnectionLost("it answered without a code");
}

/** The error in a text such as `OAuth2 Error: access_denied: The resource owner denied the request`. */
function readOAuthError(said: string): SaidError {
  const [, error = "", description] = /^(?:OAuth2 Error: )?(\w+)(?:: (.*))?$/s.exec(said) ?? [];
  // A refusal in any wording counts: a player who declined is not asked again in the browser.
  if (said.includes("access_denied")) return { error: "access_denied", description };
  return { error: error === "" ? "server_error" : error, description: error === "" ? said : description };
}

/** @param problem - in words that follow "could not be asked:". */
function unable(problem: string): Unable {
  const message = `The player could not be asked in the desktop client: ${problem}.`;
  return elsewhere("desktop_client_unable", message, 'Pass consent: "auto" to fall back to the browser.');
}

function nobody(): Unable {
  return elsewhere(
    "desktop_client_absent",
    "No desktop client is running for this user.",
    'Pass consent: "auto" to fall back to the browser, or let the player start the desktop client.',
  );
}

/** The player may be asked elsewhere, or here later. */
function elsewhere(code: ErrorCode, message: string, hint: string): Unable {
  return { unable: new ClientError({ type: ErrorType.Disabled, code, message, hint, retryable: true }) };
}
