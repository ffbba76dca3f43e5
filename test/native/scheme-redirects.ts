import type {
  IgnoredReason,
  Judge,
  ReceiveOptions,
  RedirectReceiver,
} from "../../src/sign-in/redirect/receiver.ts";

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
