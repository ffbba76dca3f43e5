import { expect, test, vi } from "vitest";
import { ClientCredentials } from "../../../../src/core/request/authorizer.ts";

type Answer = () => Response | Promise<Response>;

function create(...answers: Answer[]) {
  const secrets: string[] = [];
  const asked: { url: string; init: RequestInit }[] = [];
  const credentials = new ClientCredentials({
    client: { id: "5", secret: "secret-of-the-client" },
    apiBase: "https://service.example/api",
    timeoutMs: 60_000,
    fetch: async (url, init) => {
      asked.push({ url, init });
      return await (answers[Math.min(asked.length, answers.length) - 1] as Answer)();
    },
    onSecret: (secret) => void secrets.push(secret),
    mask: (text) => text.replaceAll("secret-of-the-client", "[secret]"),
  });
  return { credentials, secrets, asked };
}

const token =
  (access_token: string, more: object = { expires_in: 1000 }): Answer =>
  () =>
    Response.json({ access_token, token_type: "Bearer", ...more });

test("does not reuse an expired token if the system clock is set back", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  try {
    const { credentials } = create(token("one"), token("two"));
    expect(await credentials.token(undefined)).toBe("one");
    vi.setSystemTime(Date.now() - 86_400_000);
    vi.advanceTimersByTime(901_000);
    expect(await credentials.token(undefined)).toBe("two");
  } finally {
    vi.useRealTimers();
  }
});

test("uses a token without a lifetime for one call", async () => {
  const { credentials, asked } = create(token("one", {}), token("two", {}));
  expect([await credentials.token(undefined), await credentials.token(undefined)]).toEqual(["one", "two"]);
  expect(asked).toHaveLength(2);
});

test("discards a rejected token unless it was already replaced", async () => {
  const { credentials } = create(token("one"), token("two"));
  await credentials.token(undefined);
  credentials.forget("another");
  expect(await credentials.token(undefined)).toBe("one");
  credentials.forget("one");
  expect(await credentials.token(undefined)).toBe("two");
});

test("rejects with a ClientError if the response contains no token or the call is aborted", async () => {
  const { credentials } = create(() => Response.json({ access_token: 5 }));
  await expect(credentials.token(undefined)).rejects.toMatchObject({ code: "invalid_response" });
  const hanging = create(() => new Promise(() => undefined)).credentials;
  const stop = new AbortController();
  const call = hanging.token(stop.signal);
  stop.abort();
  await expect(call).rejects.toMatchObject({ code: "aborted" });
});
