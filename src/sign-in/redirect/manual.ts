import type { IgnoredReason, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";

/**
 * Submits the URL that the player copied from the browser.
 *
 * @stable
 * @returns `accepted` if it was the expected redirect. Otherwise returns the reason, and the flow continues.
 */
export type SubmitRedirect = (text: string) => "accepted" | IgnoredReason;

const maxRedirectLength = 32 * 1024;

/**
 * Also accepts a redirect pasted from a browser on another machine. The redirect must start with the exact redirect URI and be
 * accepted by `judge`.
 */
export function withManualRedirect(
  receiver: RedirectReceiver,
  offer: (submit: SubmitRedirect) => void,
): RedirectReceiver {
  return {
    redirectUri: receiver.redirectUri,
    receive: (judge, options) => receive(receiver, offer, judge, options),
    close: () => receiver.close(),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

async function receive<Answer>(
  receiver: RedirectReceiver,
  offer: (submit: SubmitRedirect) => void,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Answer> {
  let isOver = false;
  const judgeOnce: Judge<Answer> = (parameters) => {
    const judged = isOver ? { ignored: "not_waiting" as const } : judge(parameters);
    isOver ||= "answer" in judged;
    return judged;
  };
  const stop = new AbortController();
  const abort = () => stop.abort(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    const pasted = new Promise<Answer>((resolve) => {
      offer((text) => {
        if (isOver || signal.aborted) return "not_waiting";
        const parameters = readPasted(text, receiver.redirectUri);
        const judged = parameters ? judgeOnce(parameters) : { ignored: "not_a_redirect" as const };
        if ("answer" in judged) {
          resolve(judged.answer);
          return "accepted";
        }
        onIgnored(judged.ignored);
        return judged.ignored;
      });
    });
    return await Promise.race([pasted, receiver.receive(judgeOnce, { signal: stop.signal, onIgnored })]);
  } finally {
    isOver = true;
    signal.removeEventListener("abort", abort);
    stop.abort();
  }
}

/** The redirect URI must match exactly (RFC 6749 §3.1.2.3). */
function readPasted(text: string, redirectUri: string): URLSearchParams | undefined {
  const url = typeof text === "string" ? text.trim() : "";
  if (url.length > maxRedirectLength || !url.startsWith(`${redirectUri}?`)) return undefined;
  if (!/^[\x21-\x7e]*$/.test(url)) return undefined;
  const [query = ""] = url.slice(redirectUri.length + 1).split("#");
  return new URLSearchParams(query);
}
