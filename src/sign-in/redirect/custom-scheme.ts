import { callAddon } from "./call-addon.ts";
import { guarded } from "../../core/check/callback.ts";
import type { IgnoredReason, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";
import { type Log, LoggingSeverity } from "../../log/logger.ts";
import { type SchemeName, schemeAdvice } from "./custom-scheme-name.ts";
import { keepRegistered } from "./custom-scheme-registration.ts";

/** A flow that waits for its redirect. */
export interface WaitingFlow {
  /** Looks at a redirect; the reason when it is not the awaited one. */
  offer(parameters: URLSearchParams): IgnoredReason | undefined;
  /** Called with redirects that no flow wanted. */
  ignored(reason: IgnoredReason): void;
  /** Ends the wait: the redirect could not be handled. */
  fail(error: unknown): void;
}

/** A place where the redirects of one scheme arrive. */
export interface Channel {
  /** Adds a flow until the function that it returns is called. */
  wait(flow: WaitingFlow): () => void;
  /** Gives the channel back; the last one closes it. */
  release(): void;
}

interface OpenChannel {
  readonly flows: Set<WaitingFlow>;
  readonly close: () => void;
  users: number;
}

const channels = new Map<string, OpenChannel>();

/**
 * The channel of a scheme, shared by all flows of this process.
 *
 * @throws ClientError (Disabled) `scheme_busy` when another process listens for the scheme, `channel_unusable`.
 */
export function openChannel(scheme: string): Channel {
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
 * Gives a redirect to the flow that waits for it, for games that the system hands the URL itself: the `open-url` event of a macOS
 * bundle, or a second instance started by a registration of your own.
 *
 * @param uri - the unchanged URL, from any source.
 * @returns whether it was a redirect of a scheme that a flow waits on. The flow judges its content.
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

/** Flows that do not want it hear of it only when none does: the state picks the flow. */
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
 * Listens for `<scheme>:/authorize/callback` (RFC 8252 §7.1): registers the scheme with the system unless it is
 * registered already, and opens the channel on which redirect-opener hands the redirect over. Several at once in one
 * process share the channel.
 *
 * @param log - called with problems of a scheme that still works, and with a leftover that was taken over.
 * @throws ClientError like {@link registerRedirectScheme}; `scheme_busy` (Disabled, retryable) when another game of the
 *   player waits on the same scheme; `channel_unusable`.
 */
export async function openCustomScheme(name: SchemeName, log?: Log): Promise<RedirectReceiver> {
  const advice = schemeAdvice(name);
  if (advice !== undefined) log?.(LoggingSeverity.Warning, "redirect", advice);
  // Looked at before each flow: any program may have taken the scheme since.
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
      // An error of one flow's callback goes to its caller; the other flows are notified all the same.
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
