import { onAbort } from "../../core/request/abort.ts";
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
 * Waits for the receiver's redirect or for one pasted from a browser on another machine. A pasted redirect must start with the
 * exact redirect URI and be accepted by `judge`.
 */
export async function receiveOrPaste<Answer>(
  receiver: Pick<RedirectReceiver, "redirectUri" | "receive">,
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
  const leave = onAbort(signal, () => stop.abort(signal.reason));
  if (signal.aborted) stop.abort(signal.reason);
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
    leave();
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
