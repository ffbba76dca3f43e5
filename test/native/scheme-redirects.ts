import { openCustomScheme } from "../../src/sign-in/redirect/custom-scheme.ts";
import { parseScheme } from "../../src/sign-in/redirect/custom-scheme-name.ts";
import type {
  IgnoredReason,
  Judge,
  ReceiveOptions,
  RedirectReceiver,
} from "../../src/sign-in/redirect/receiver.ts";

/** Starts a flow on the application's scheme that waits for the redirect with this state. */
export async function openFlow(applicationId: string, state = "s1", scheme?: string) {
  const receiver = await openCustomScheme(parseScheme({ applicationId, ...(scheme && { scheme }) }));
  return { ...receiveCode(receiver, state), [Symbol.asyncDispose]: () => receiver.close() };
}

/** Waits for the redirect with this state and returns its code. Also collects why other redirects were ignored. */
export function receiveCode(receiver: RedirectReceiver, state: string, signal?: AbortSignal) {
  const ignored: IgnoredReason[] = [];
  const judge: Judge<string> = (parameters) =>
    parameters.get("state") === state
      ? { answer: parameters.get("code") ?? "", ending: Promise.resolve({ outcome: "returned" } as const) }
      : { ignored: "wrong_state" };
  const options: ReceiveOptions = {
    signal: signal ?? new AbortController().signal,
    onIgnored: (reason) => ignored.push(reason),
  };
  return { code: receiver.receive(judge, options), ignored };
}
