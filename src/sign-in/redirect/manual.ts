import type { IgnoredReason, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";

/**
 * Takes the address that the player copied from the browser.
 *
 * @returns `accepted` when it was the awaited redirect, else why it was not; the flow goes on waiting then.
 */
export type SubmitRedirect = (text: string) => "accepted" | IgnoredReason;

/** A redirect holds a code, a state and little more. */
const longestRedirect = 32 * 1024;

/**
 * A receiver that can also be given its redirect by hand: for players whose browser runs on another machine and cannot
 * reach this one. The same rules hold for such a redirect: the exact redirect URI, then whatever `judge` asks for.
 *
 * @param offer - called with the function that takes the pasted text when the waiting starts.
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

/** The parameters of a pasted redirect: the text begins with exactly our redirect URI (RFC 6749 §3.1.2.3). */
function readPasted(text: string, redirectUri: string): URLSearchParams | undefined {
  const url = typeof text === "string" ? text.trim() : "";
  if (url.length > longestRedirect || !url.startsWith(`${redirectUri}?`)) return undefined;
  if (!/^[\x21-\x7e]*$/.test(url)) return undefined;
  const [query = ""] = url.slice(redirectUri.length + 1).split("#");
  return new URLSearchParams(query);
}
