import { expect, it } from "vitest";
import { AttemptMemory } from "../../../src/sign-in/attempt-memory.ts";

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
