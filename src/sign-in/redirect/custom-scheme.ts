import { callAddon } from "./call-addon.ts";
import { guarded } from "../../core/check/callback.ts";
import { onAbort } from "../../core/request/abort.ts";
import type { IgnoredReason, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { type SchemeName, schemeAdvice } from "./custom-scheme-name.ts";
import { keepRegistered } from "./custom-scheme-registration.ts";

/** A flow that waits for its redirect. */
interface WaitingFlow {
  /** Offers a redirect to the flow. Returns the reason if it does not belong to the flow. */
  offer(parameters: URLSearchParams): IgnoredReason | undefined;
  ignored(reason: IgnoredReason): void;
  /** Ends the flow because a redirect could not be handled. */
  fail(error: unknown): void;
}

/** Receives the redirects for one scheme. */
interface SchemeChannel {
  readonly flows: Set<WaitingFlow>;
  readonly close: () => void;
  users: number;
}

/** All flows in this process share a scheme's channel. */
const channels = new Map<string, SchemeChannel>();

function listen(scheme: string): SchemeChannel {
  const flows = new Set<WaitingFlow>();
  const take = (uri: string | undefined) => {
    if (uri !== undefined) dispatch(flows, uri);
    else for (const flow of flows) flow.ignored("not_a_redirect");
  };
  const failAll = (error: unknown) => {
    for (const flow of flows) flow.fail(error);
  };
  const close = callAddon((addon) => addon.openHandOver(scheme, guarded(take, failAll)));
  const channel = { flows, close, users: 0 };
  channels.set(scheme, channel);
  return channel;
}

/**
 * Delivers a redirect to the waiting flow. Use this if the system passes the URL to the game: in the `open-url` event of a macOS
 * bundle, or in a second instance started by your own registration.
 *
 * @stable
 * @param uri - The unchanged URL, from any source.
 * @returns Whether a flow is waiting for this scheme. The flow then checks the URL itself.
 */
export function deliverRedirect(uri: string): boolean {
  for (const [scheme, { flows }] of channels) {
    if (!isRedirect(uri, scheme)) continue;
    dispatch(flows, uri);
    return true;
  }
  return false;
}

function isRedirect(uri: string, scheme: string): boolean {
  const start = `${scheme}:/authorize/callback?`;
  if (typeof uri !== "string") return false;
  const matches =
    uri.slice(0, scheme.length).toLowerCase() + uri.slice(scheme.length, start.length) === start;
  return matches && uri.length <= 32 * 1024 && /^[\x21-\x7e]*$/.test(uri);
}

function dispatch(flows: ReadonlySet<WaitingFlow>, uri: string): void {
  const parameters = new URLSearchParams(uri.slice(uri.indexOf("?") + 1).replace(/#.*$/s, ""));
  const refusals: [WaitingFlow, IgnoredReason][] = [];
  for (const flow of flows) {
    const reason = flow.offer(parameters);
    if (reason === undefined) return;
    refusals.push([flow, reason]);
  }
  for (const [flow, reason] of refusals) flow.ignored(reason);
}

/**
 * Waits for a redirect to `<scheme>:/authorize/callback` (RFC 8252 §7.1). Concurrent flows in a process share the channel.
 *
 * @param log - Receives warnings.
 */
export async function openCustomScheme(name: SchemeName, log?: Log): Promise<RedirectReceiver> {
  const advice = schemeAdvice(name);
  if (advice !== undefined) log?.(LoggingSeverity.Warning, "redirect", advice);
  // Another program may have replaced the registration.
  keepRegistered(name, log);
  const channel = channels.get(name.scheme) ?? listen(name.scheme);
  channel.users += 1;
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    channel.users -= 1;
    if (channel.users > 0) return;
    channels.delete(name.scheme);
    channel.close();
  };
  return {
    redirectUri: `${name.written}:/authorize/callback`,
    receive: (judge, receiveOptions) => receive(channel.flows, judge, receiveOptions),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function receive<Answer>(
  flows: Set<WaitingFlow>,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Answer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      flows.delete(flow);
      leave();
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const flow: WaitingFlow = {
      offer(parameters) {
        const judged = judge(parameters);
        if ("ignored" in judged) return judged.ignored;
        end();
        resolve(judged.answer);
        return undefined;
      },
      // Guarded, because the other flows must still be notified.
      ignored: guarded(onIgnored, fail),
      fail,
    };
    flows.add(flow);
    const leave = onAbort(signal, () => fail(signal.reason as Error));
  });
}
