import { callAddon } from "./call-addon.ts";
import { guarded } from "../../core/check/callback.ts";
import type { IgnoredReason, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { type SchemeName, schemeAdvice } from "./custom-scheme-name.ts";
import { keepRegistered } from "./custom-scheme-registration.ts";

/** A flow that waits for its redirect. */
export interface WaitingFlow {
  /** Checks a redirect; returns the reason if it does not belong to this flow. */
  offer(parameters: URLSearchParams): IgnoredReason | undefined;
  /** Called with redirects that no flow accepted. */
  ignored(reason: IgnoredReason): void;
  /** Rejects the flow because the redirect could not be handled. */
  fail(error: unknown): void;
}

/** Receives the redirects of one scheme. */
export interface SchemeChannel {
  /** Adds a flow. Call the returned function to remove it. */
  wait(flow: WaitingFlow): () => void;
  /** Releases the channel. The last release closes it. */
  release(): void;
}

interface OpenChannel {
  readonly flows: Set<WaitingFlow>;
  readonly close: () => void;
  users: number;
}

const channels = new Map<string, OpenChannel>();

/**
 * All flows of this process share it.
 *
 * @throws ClientError (Disabled) `scheme_busy`, `channel_unusable`.
 */
export function openChannel(scheme: string): SchemeChannel {
  const channel = channels.get(scheme) ?? listen(scheme);
  channel.users += 1;
  return {
    wait(flow) {
      channel.flows.add(flow);
      return () => void channel.flows.delete(flow);
    },
    release() {
      channel.users -= 1;
      if (channel.users > 0) return;
      channels.delete(scheme);
      channel.close();
    },
  };
}

function listen(scheme: string): OpenChannel {
  const flows = new Set<WaitingFlow>();
  const take = (uri: string | undefined) => {
    if (uri === undefined) report(flows, "not_a_redirect");
    else dispatch(flows, uri);
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
 * Delivers a redirect to the waiting flow, for games that receive the URL from the system: in the `open-url` event of a macOS
 * bundle, or in a second instance that your own registration started.
 *
 * @param uri - the unchanged URL, from any source.
 * @returns whether a flow waits on the URL's scheme. The flow checks its content.
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

/** The state selects the flow. */
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

function report(flows: ReadonlySet<WaitingFlow>, reason: IgnoredReason): void {
  for (const flow of flows) flow.ignored(reason);
}

/**
 * Waits for `<scheme>:/authorize/callback` (RFC 8252 §7.1). Concurrent flows of a process share the channel.
 *
 * @param log - called with warnings.
 * @throws ClientError like {@link registerRedirectScheme}; `scheme_busy` (Disabled, retryable); `channel_unusable`.
 */
export async function openCustomScheme(name: SchemeName, log?: Log): Promise<RedirectReceiver> {
  const advice = schemeAdvice(name);
  if (advice !== undefined) log?.(LoggingSeverity.Warning, "redirect", advice);
  // Any program may have replaced the registration.
  keepRegistered(name, log);
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
  channel: SchemeChannel,
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
      // The other flows are still notified.
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
