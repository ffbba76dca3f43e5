import { describe, expect, it, test } from "vitest";
import { authenticateApplication, isBelieved } from "../../../../src/emulator/oauth/oauth-requests.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";

const open = new EmulatorApplication();
const closed = new EmulatorApplication({ publicClient: false });

function ask(form: Readonly<Record<string, string>>, authorization?: string) {
  const find = (id: string) => [open, closed].find((application) => application.id === id);
  const answer = authenticateApplication({ authorization }, new URLSearchParams(form), find);
  return answer instanceof URLSearchParams ? Object.fromEntries(answer) : answer;
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
}

describe("client authentication at the token endpoint", () => {
  const unbelieved = { status: 401, error: "invalid_client" };

  it("adds the secret of a public application", () => {
    const complete = { client_id: open.id, client_secret: open.clientSecret };
    expect(ask({ client_id: open.id, a: "b" })).toEqual({ ...complete, a: "b" });
    expect(ask({ a: "b" }, basic(open.id, open.clientSecret))).toEqual({ ...complete, a: "b" });
  });

  it("requires the secret of a confidential application", () => {
    expect(ask({ client_id: closed.id })).toEqual(unbelieved);
    expect(ask({ client_id: closed.id, client_secret: closed.clientSecret })).toMatchObject({
      client_id: closed.id,
    });
  });

  it.each([
    ["a wrong secret", { client_id: open.id, client_secret: "x" }, undefined],
    [
      "a wrong secret as long as the right one",
      { client_id: open.id, client_secret: "x".repeat(32) },
      undefined,
    ],
    ["an unknown id", { client_id: "5" }, undefined],
    ["a header without a secret", {}, basic(open.id, "")],
    ["a header that is not encoded", {}, "Basic !"],
    ["a header of letters that stand for nothing", {}, basic("%E0%A4%A", "%")],
  ])("rejects %s", (_what, form, header) => {
    expect(ask(form, header)).toEqual(unbelieved);
  });

  it.each([undefined, "Bearer token"])("requires a client id (with the header %s)", (header) => {
    expect(ask({ grant_type: "refresh_token" }, header)).toEqual({ status: 400, error: "invalid_request" });
  });

  it("accepts client credentials only with the secret and known scopes", () => {
    const form = { grant_type: "client_credentials", client_id: open.id };
    const client_secret = open.clientSecret;
    expect(ask(form)).toEqual(unbelieved);
    expect(ask({ ...form, client_secret })).toMatchObject(form);
    expect(ask({ ...form, client_secret, scope: "identify" })).toMatchObject({ scope: "identify" });
    expect(ask({ ...form, client_secret, scope: "identify nonsense" })).toEqual({
      status: 400,
      error: "invalid_scope",
    });
  });
});

test.each([
  [undefined, true, false],
  [null, true, false],
  [7, false, false],
  [open.clientSecret, true, false],
  [closed.clientSecret, false, true],
])(
  "accepts the secret %j for the public application: %j, for the confidential one: %j",
  (secret, one, other) => {
    expect([isBelieved(open, secret), isBelieved(closed, secret)]).toEqual([one, other]);
  },
);
