import { ClientError, type ErrorCode, ErrorType } from "../../core/errors.ts";
import { isObject } from "../../core/check/readers.ts";
import { RpcErrorCode } from "../../wire/desktop-client.ts";
import type { Asking, ConsentRequest, ConsentWay, GrantedInDesktopClient, Unable } from "../consent.ts";
import type { SaidError } from "../callback.ts";
import { ConnectionLost, DesktopClientRefusal } from "./connection.ts";
import { findDesktopClient } from "./find.ts";
import type { PeerUser } from "./places.ts";

export interface DesktopClientContext {
  /** Looked up for each request. */
  readonly places: () => readonly string[];
  readonly peerUser: PeerUser;
  /** Creates the same error as for a rejection in the browser. */
  readonly refused: (said: SaidError) => ClientError;
  readonly clean: (text: string) => string;
}

/** Uses the client's local socket (discord-userdoccers, RPC, "AUTHORIZE"). Tokens are never sent to the socket. */
export function desktopClientConsent(context: DesktopClientContext): ConsentWay {
  return {
    place: "desktop-client",
    ask: (request, asking) => askDesktopClient(context, request, asking),
  };
}

/** The pending request. The client shows one at a time and limits connections. */
let underWay: AbortSignal | undefined;

async function askDesktopClient(
  context: DesktopClientContext,
  request: ConsentRequest,
  asking: Asking,
): Promise<GrantedInDesktopClient | Unable> {
  // An aborted request is only cleaning up.
  if (underWay && !underWay.aborted)
    return unable("another sign-in of this program is waiting for its response");
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
    // Closing the connection also closes the client's dialog.
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

/** RFC 6749 Appendix A.11, with a generous length limit. */
const isCode = /^[\x20-\x7E]{1,2000}$/;

function readCode(answer: unknown): string {
  const code = isObject(answer) ? answer["code"] : undefined;
  if (typeof code === "string" && isCode.test(code)) return code;
  throw new ConnectionLost("it answered without a code");
}

/** For example `OAuth2 Error: access_denied: The resource owner denied the request`. */
function readOAuthError(said: string): SaidError {
  const [, error = "", description] = /^(?:OAuth2 Error: )?(\w+)(?:: (.*))?$/s.exec(said) ?? [];
  // A player who declined must not be asked again in the browser.
  if (said.includes("access_denied")) return { error: "access_denied", description };
  return { error: error === "" ? "server_error" : error, description: error === "" ? said : description };
}

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

function elsewhere(code: ErrorCode, message: string, hint: string): Unable {
  return { unable: new ClientError({ type: ErrorType.Disabled, code, message, hint, retryable: true }) };
}
