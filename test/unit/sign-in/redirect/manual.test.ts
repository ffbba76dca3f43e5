import { expect, it } from "vitest";
import { readCallback } from "../../../../src/sign-in/authorization-endpoint.ts";
import { receiveOrPaste, type SubmitRedirect } from "../../../../src/sign-in/redirect/manual.ts";
import type { IgnoredReason, Judge, RedirectReceiver } from "../../../../src/sign-in/redirect/receiver.ts";

const redirectUri = "http://127.0.0.1:49152/callback";
const expected = {
  state: "right",
  issuer: "https://service.example",
  scopes: "openid",
  clean: (text: string) => text,
};
const judge: Judge<string> = (parameters) => {
  const callback = readCallback(parameters, expected);
  if (callback.kind === "ignored") return { ignored: callback.reason };
  return {
    answer: callback.kind === "code" ? callback.code : callback.error.code,
    ending: Promise.resolve({ outcome: "returned" } as const),
  };
};

interface Calls {
  submit: SubmitRedirect;
  /** Delivers a redirect through the browser. */
  deliver: (query: string) => void;
  readonly ignored: IgnoredReason[];
  readonly ended: unknown[];
}

/** Creates a waiting receiver and records its events. */
function wait() {
  const calls: Calls = { submit: () => "not_waiting", deliver: () => undefined, ignored: [], ended: [] };
  const silent: Pick<RedirectReceiver, "redirectUri" | "receive"> = {
    redirectUri,
    receive: (judgeIt, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => {
          calls.ended.push(signal.reason);
          reject(signal.reason as Error);
        });
        calls.deliver = (query) => {
          const judged = judgeIt(new URLSearchParams(query));
          if ("answer" in judged) resolve(judged.answer);
        };
      }),
  };
  const stop = new AbortController();
  const onIgnored = (reason: IgnoredReason) => calls.ignored.push(reason);
  const offer = (submit: SubmitRedirect) => void (calls.submit = submit);
  const answer = receiveOrPaste(silent, offer, judge, { signal: stop.signal, onIgnored });
  answer.catch(() => undefined);
  return { calls, stop, answer };
}

it("#42 settles the flow with a pasted redirect and trims surrounding white space", async () => {
  const { calls, answer } = wait();
  expect(calls.submit(`  ${redirectUri}?code=c0de&state=right&iss=https%3A%2F%2Fservice.example\n`)).toBe(
    "accepted",
  );
  expect(await answer).toBe("c0de");
  expect(calls.ended).toHaveLength(1);
  expect(calls.submit(`${redirectUri}?code=c0de&state=right`)).toBe("not_waiting");
});

it.each<[string, string, IgnoredReason]>([
  ["another scheme", "https://127.0.0.1:49152/callback?code=c&state=right", "not_a_redirect"],
  ["another host", "http://localhost:49152/callback?code=c&state=right", "not_a_redirect"],
  ["another port", "http://127.0.0.1:49153/callback?code=c&state=right", "not_a_redirect"],
  ["another path", "http://127.0.0.1:49152/callback/?code=c&state=right", "not_a_redirect"],
  ["a user name before the host", "http://me@127.0.0.1:49152/callback?code=c&state=right", "not_a_redirect"],
  ["text before the URL", `see ${redirectUri}?code=c&state=right`, "not_a_redirect"],
  ["text after the URL", `${redirectUri}?code=c&state=right and more`, "not_a_redirect"],
  ["no parameters", redirectUri, "not_a_redirect"],
  ["parameters after a hash", `${redirectUri}#code=c&state=right`, "not_a_redirect"],
  ["only the code", "c0de", "not_a_redirect"],
  ["nothing", "", "not_a_redirect"],
  ["a value that is not a string", 1 as unknown as string, "not_a_redirect"],
  ["too many characters", `${redirectUri}?state=right&code=${"c".repeat(33_000)}`, "not_a_redirect"],
  ["no state", `${redirectUri}?code=c`, "missing_state"],
  ["another state", `${redirectUri}?code=c&state=wrong`, "wrong_state"],
  ["two codes", `${redirectUri}?code=c&code=d&state=right`, "repeated_parameter"],
])("#42 ignores and counts a pasted redirect with %s and keeps waiting", async (_name, text, reason) => {
  const { calls, answer } = wait();
  expect(calls.submit(text)).toBe(reason);
  expect(calls.ignored).toEqual([reason]);
  expect(calls.submit(`${redirectUri}?code=c0de&state=right#`)).toBe("accepted");
  expect(await answer).toBe("c0de");
});

it("#42 rejects the flow with a pasted error, as with an error from the browser", async () => {
  const { calls, answer } = wait();
  expect(calls.submit(`${redirectUri}?error=access_denied&state=right`)).toBe("accepted");
  expect(await answer).toBe("access_denied");
});

it("accepts the browser's redirect too and then ignores pasted ones", async () => {
  const { calls, answer } = wait();
  calls.deliver("code=c0de&state=right");
  expect(await answer).toBe("c0de");
  expect(calls.submit(`${redirectUri}?code=other&state=right`)).toBe("not_waiting");
});

it("#77 rejects with the abort reason if aborted before or while waiting", async () => {
  const { calls, stop, answer } = wait();
  stop.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
  expect(calls.submit(`${redirectUri}?code=c0de&state=right`)).toBe("not_waiting");
});
