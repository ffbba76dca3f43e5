import { describe, expect, it, vi } from "vitest";
import { abortedError } from "../../../src/core/errors.ts";
import { AttemptMemory, tellingPage } from "../../../src/sign-in/attempt-memory.ts";

const attempt = { scopes: "openid identify", nonce: "a nonce", redirectUri: "http://127.0.0.1:1/callback" };

it("finds an attempt by its code, and returns undefined for an unknown code", () => {
  const memory = new AttemptMemory();
  memory.remember("mine", attempt);
  expect(memory.find("mine")).toEqual(attempt);
  expect(memory.find("another")).toBeUndefined();
});

it("expects no nonce after a code was used, so its ID token is not accepted twice", () => {
  const memory = new AttemptMemory();
  memory.remember("mine", attempt);
  memory.useUp("mine");
  memory.useUp("another");
  expect(memory.find("mine")).toEqual({ ...attempt, nonce: undefined });
  expect(memory.find("another")).toBeUndefined();
});

it("forgets the oldest of more than sixteen attempts", () => {
  const memory = new AttemptMemory();
  for (let index = 0; index <= 16; index += 1) memory.remember(`code ${index}`, attempt);
  expect(memory.find("code 0")).toBeUndefined();
  expect(memory.find("code 1")).toEqual(attempt);
});

describe("tellingPage", () => {
  it("notifies the page when the tokens arrive", async () => {
    const tell = vi.fn();
    expect(await tellingPage(Promise.resolve("tokens"), tell)).toBe("tokens");
    expect(tell.mock.calls).toEqual([[]]);
  });

  it("passes an error of the library to the page", async () => {
    const tell = vi.fn();
    const error = abortedError("The exchange");
    await expect(tellingPage(Promise.reject(error), tell)).rejects.toBe(error);
    expect(tell.mock.calls).toEqual([[error]]);
  });

  it("does not pass other errors to the page, which may contain secrets", async () => {
    const tell = vi.fn();
    const error = new Error("a secret");
    await expect(tellingPage(Promise.reject(error), tell)).rejects.toBe(error);
    expect(tell).not.toHaveBeenCalled();
  });

  it("works without a page (a code of the desktop client)", async () => {
    expect(await tellingPage(Promise.resolve("tokens"), undefined)).toBe("tokens");
    await expect(tellingPage(Promise.reject(abortedError("It")), undefined)).rejects.toMatchObject({
      code: "aborted",
    });
  });
});
