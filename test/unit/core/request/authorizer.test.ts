import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Authorizer, ClientCredentials } from "../../../../src/core/request/authorizer.ts";
import type { ParsedCredential } from "../../../../src/core/request/credential.ts";

function create(credential: Partial<ParsedCredential>) {
  const init = { apiBase: "https://service.example/api", timeoutMs: 60_000, fetch: undefined };
  const authorizer = new Authorizer(credential as ParsedCredential, { ...init, onSecret: () => undefined });
  return { authorizer };
}

const user = { scope: "identify" };
const asking = { operation: "Asking", signal: undefined };

const userToken = () => Promise.resolve("user");

test("reports a missing credential before sending anything", async () => {
  const client = { id: "5", secret: "secret-of-the-client" };
  for (const [credential, access, message, hint] of [
    [{ botToken: "bot" }, user, "requires a user's token", "Sign in the player with the identify scope,"],
    [{ userToken }, "application", "requires an application token", "applications.commands.update"],
    [{ client }, "bot", "requires a bot token", "Pass the botToken"],
  ] as const)
    await expect(create(credential).authorizer.authorize(access, asking)).rejects.toMatchObject({
      code: "missing_credential",
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining(hint) as string,
    });
});

test("masks permanent secrets and the latest of many tokens", async () => {
  let count = 0;
  const client = { id: "5", secret: "secret-of-the-client" };
  const { authorizer } = create({
    botToken: "token-of-the-bot",
    client,
    userToken: () => Promise.resolve(`token-of-user-${++count}-`),
  });
  for (let index = 0; index < 30; index++) await authorizer.authorize(user, asking);
  const secrets = ["token-of-the-bot", client.secret, "token-of-user-30-"];
  for (const secret of secrets) expect(authorizer.mask(secret)).not.toContain(secret);
  expect(authorizer.mask("token-of-user-1-")).toBe("token-of-user-1-");
});

describe("ClientCredentials", () => {
  type Answer = () => Response | Promise<Response>;

  function answering(...answers: Answer[]) {
    const requests: string[] = [];
    const credentials = new ClientCredentials({
      client: { id: "5", secret: "secret-of-the-client" },
      apiBase: "https://service.example/api",
      timeoutMs: 60_000,
      fetch: async (url) => {
        requests.push(url);
        return await (answers[Math.min(requests.length, answers.length) - 1] as Answer)();
      },
      onSecret: () => undefined,
      mask: (text) => text.replaceAll("secret-of-the-client", "[secret]"),
    });
    return { credentials, requests };
  }

  const token =
    (access_token: string, more: object = { expires_in: 1000 }): Answer =>
    () =>
      Response.json({ access_token, token_type: "Bearer", ...more });

  test("caches a token until shortly before it expires, even if the system clock is set back", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { credentials } = answering(token("one"), token("two"));
    expect(await credentials.token(undefined)).toBe("one");
    vi.setSystemTime(Date.now() - 86_400_000);
    vi.advanceTimersByTime(899_000);
    expect(await credentials.token(undefined)).toBe("one");
    vi.advanceTimersByTime(2000);
    expect(await credentials.token(undefined)).toBe("two");
  });

  test("uses a token without a lifetime for only one call", async () => {
    const { credentials, requests } = answering(token("one", {}), token("two", {}));
    expect([await credentials.token(undefined), await credentials.token(undefined)]).toEqual(["one", "two"]);
    expect(requests).toHaveLength(2);
  });

  test("discards a rejected token unless it was already replaced", async () => {
    const { credentials } = answering(token("one"), token("two"));
    await credentials.token(undefined);
    credentials.forget("another");
    expect(await credentials.token(undefined)).toBe("one");
    credentials.forget("one");
    expect(await credentials.token(undefined)).toBe("two");
  });

  test("rejects with a ClientError if the response contains no token or the call is aborted", async () => {
    const { credentials } = answering(() => Response.json({ access_token: 5 }));
    await expect(credentials.token(undefined)).rejects.toMatchObject({ code: "invalid_response" });
    const hanging = answering(() => new Promise(() => undefined)).credentials;
    const stop = new AbortController();
    const call = hanging.token(stop.signal);
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });
});
