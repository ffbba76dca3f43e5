import { beforeEach, describe, expect, test } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import type { Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { throwing } from "../../setup/throwing.ts";

let masked: Set<string>;
let secrets: Secrets;

beforeEach(() => {
  masked = new Set();
  const redactor = {
    add: (secret: string) => void masked.add(secret),
    remove: (secret: string) => void masked.delete(secret),
    redact: (text: string) =>
      [...masked].reduce((clean, secret) => clean.replaceAll(secret, "[redacted]"), text),
  };
  secrets = new Secrets(() => redactor as unknown as Redactor);
});

const numbered = (index: number): string => `secret-${String(index).padStart(4, "0")}`;

function retire(accessToken: string): void {
  secrets.replaceTokens({ accessToken });
}

describe("a secret", () => {
  test("is masked from the moment it is registered until some time after it is retired", () => {
    secrets.register("a-secret-in-use");
    retire("a-secret-in-use");
    expect(secrets.clean("it is a-secret-in-use")).toBe("it is [redacted]");
    for (let index = 0; index < 64; index++) retire(numbered(index));
    expect(masked).not.toContain("a-secret-in-use");
  });

  test("is added to the redactor only once", () => {
    const given: string[] = [];
    const redactor = { add: (secret: string) => void given.push(secret), remove: () => undefined };
    const met = new Secrets(() => redactor as unknown as Redactor);
    met.register("a-secret-in-use", "a-secret-in-use");
    met.replaceTokens({ accessToken: "a-secret-in-use" });
    met.register("a-secret-in-use");
    met.pin("a-pinned-secret");
    met.register("a-pinned-secret");
    expect(given).toEqual(["a-secret-in-use", "a-pinned-secret"]);
  });

  test("is not remembered if the redactor rejects it, so the next attempt fails too", () => {
    const refuse = throwing(new Error("no memory left"));
    const full = new Secrets(() => ({ add: refuse }) as unknown as Redactor);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => full.register("a-secret-in-use")).toThrow("no memory left");
      expect(() => full.pin("a-pinned-secret")).toThrow("no memory left");
    }
  });

  test("stays masked if it is registered again", () => {
    secrets.register("a-secret-in-use");
    retire("a-secret-in-use");
    secrets.register("a-secret-in-use");
    for (let index = 0; index < 100; index++) retire(numbered(index));
    expect(masked).toContain("a-secret-in-use");
  });

  test("is masked within its scope and retired afterwards", () => {
    {
      using _scope = secrets.scope("a-secret-in-use", undefined);
      expect(masked).toContain("a-secret-in-use");
    }
    for (let index = 0; index < 64; index++) retire(numbered(index));
    expect(masked).toEqual(new Set());
  });

  test("is ignored if it has fewer than 8 characters", () => {
    secrets.register("1234567");
    expect(masked).toEqual(new Set());
  });
});

test("finds tokens in a truncated response", () => {
  secrets.registerTokens('{"access_token" : "first-secret","refresh_token":"second-secret","scope":"openid');
  expect(masked).toEqual(new Set(["first-secret", "second-secret"]));
});

test("ignores values that are not strings", () => {
  secrets.register(undefined, 12_345_678, { of: "a-secret" }, "a-secret-in-use");
  expect(masked).toEqual(new Set(["a-secret-in-use"]));
});

test("retires a replaced token unless the new tokens contain it", () => {
  const [accessToken, refreshToken] = ["access-0", "refresh-0"];
  secrets.register(accessToken, refreshToken);
  secrets.replaceTokens({ accessToken, refreshToken }, { accessToken: "access-1", refreshToken });
  expect(masked).toEqual(new Set(["access-0", "refresh-0", "access-1"]));
  for (let index = 0; index < 64; index++) retire(numbered(index));
  expect(masked).not.toContain("access-0");
  expect(masked).toContain("refresh-0");
  expect(masked).toContain("access-1");
});

test("keeps only the most recently registered secrets", () => {
  for (let index = 0; index < 5000; index++) {
    secrets.register("a-secret-in-use");
    secrets.register(numbered(index));
  }
  expect(masked.size).toBe(512 + 64);
  expect(masked).toContain("a-secret-in-use");
  expect(masked).toContain(numbered(4999));
  expect(masked).not.toContain(numbered(0));
});

test("keeps a pinned secret regardless of what is registered or retired", () => {
  retire("a-secret-that-went");
  for (const pinned of ["bot-token-of-the-game", "a-secret-that-went"]) {
    secrets.pin(pinned);
    secrets.register(pinned);
    retire(pinned);
  }
  for (let index = 0; index < 5000; index++) secrets.register(numbered(index));
  expect(masked).toContain("bot-token-of-the-game");
  expect(masked).toContain("a-secret-that-went");
  expect(masked.size).toBe(512 + 64 + 2);
});

test("withholds text if there is no addon, but throws the addon's error if a redactor is required", () => {
  const unavailable = new ClientError({
    type: ErrorType.Disabled,
    code: "addon_unavailable",
    message: "not there",
  });
  const none = new Secrets(throwing(unavailable));
  none.register("a-secret-in-use");
  expect(none.clean("it is a-secret-in-use")).toBe(
    "[withheld: the native addon that filters secrets is not available]",
  );
  expect(() => none.redactor()).toThrow(unavailable);
});
