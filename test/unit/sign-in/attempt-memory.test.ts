import { describe, expect, it, vi } from "vitest";
import { abortedError } from "../../../src/core/errors.ts";
import { AttemptMemory, tellingPage } from "../../../src/sign-in/attempt-memory.ts";

const attempt = { scopes: "openid identify", nonce: "a nonce", redirectUri: "http://127.0.0.1:1/callback" };

it("An attempt is found by its code, and a code of somebody else's has none", () => {
  const memory = new AttemptMemory();
  memory.remember("mine", attempt);
  expect(memory.find("mine")).toEqual(attempt);
  expect(memory.find("another")).toBeUndefined();
});

it("A code whose tokens have come expects no nonce any more, so that its ID token is not taken twice", () => {
  const memory = new AttemptMemory();
  memory.remember("mine", attempt);
  memory.useUp("mine");
  memory.useUp("another");
  expect(memory.find("mine")).toEqual({ ...attempt, nonce: undefined });
  expect(memory.find("another")).toBeUndefined();
});

it("Of more than sixteen attempts the oldest is forgotten", () => {
  const memory = new AttemptMemory();
  for (let index = 0; index <= 16; index += 1) memory.remember(`code ${index}`, attempt);
  expect(memory.find("code 0")).toBeUndefined();
  expect(memory.find("code 1")).toEqual(attempt);
});

describe("The page of an attempt", () => {
  it("is told that the tokens have come", async () => {
    const tell = vi.fn();
    expect(await tellingPage(Promise.resolve("tokens"), tell)).toBe("tokens");
    expect(tell.mock.calls).toEqual([[]]);
  });

  it("is told why they have not", async () => {
    const tell = vi.fn();
    const error = abortedError("The exchange");
    await expect(tellingPage(Promise.reject(error), tell)).rejects.toBe(error);
    expect(tell.mock.calls).toEqual([[error]]);
  });

  it("is not told what is no error of the library: it may hold anything", async () => {
    const tell = vi.fn();
    const error = new Error("a secret");
    await expect(tellingPage(Promise.reject(error), tell)).rejects.toBe(error);
    expect(tell).not.toHaveBeenCalled();
  });

  it("is not there for a code of the desktop client", async () => {
    expect(await tellingPage(Promise.resolve("tokens"), undefined)).toBe("tokens");
    await expect(tellingPage(Promise.reject(abortedError("It")), undefined)).rejects.toMatchObject({
      code: "aborted",
    });
  });
});
