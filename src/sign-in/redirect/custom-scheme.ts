import { guarded } from "../../core/check/guarded.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { type Channel, openChannel } from "./custom-scheme-channel.ts";
import { type SchemeName, schemeAdvice } from "./custom-scheme-name.ts";
import { keepRegistered } from "./custom-scheme-registration.ts";
import type { Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";

/**
 * Listens for `<scheme>:/authorize/callback` (RFC 8252 §7.1): registers the scheme with the system unless it is
 * registered already, and opens the channel on which redirect-opener hands the redirect over. Several at once in one
 * process share the channel.
 *
 * @param log - called with problems of a scheme that still works.
 * @throws ClientError like {@link registerRedirectScheme}; `scheme_busy` (Disabled, retryable) when another game of the
 *   player waits on the same scheme; `channel_unusable`.
 */
export async function openCustomScheme(name: SchemeName, log?: Log): Promise<RedirectReceiver> {
  const advice = schemeAdvice(name);
  if (advice !== undefined) log?.(LoggingSeverity.Warning, "redirect", advice);
  // Looked at before each flow: any program may have taken the scheme since.
  keepRegistered(name);
  const channel = openChannel(name.scheme);
  let isOpen = true;
  const close = async () => {
    if (isOpen) channel.release();
    isOpen = false;
  };
  return {
    redirectUri: `${name.written}:/authorize/callback`,
    receive: (judge, receiveOptions) => receive(channel, judge, receiveOptions),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function receive<Answer>(
  channel: Channel,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Answer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const leave = channel.wait({
      offer(parameters) {
        const judged = judge(parameters);
        if ("ignored" in judged) return judged.ignored;
        end();
        resolve(judged.answer);
        return undefined;
      },
      // An error of the game's callback goes to the caller who waits; other flows hear what they are told all the same.
      ignored: guarded(onIgnored, fail),
      fail,
    });
    const abort = () => fail(signal.reason as Error);
    const end = () => {
      leave();
      signal.removeEventListener("abort", abort);
    };
    signal.addEventListener("abort", abort);
  });
}
