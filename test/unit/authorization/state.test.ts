import { expect, it } from "vitest";
import { createState } from "../../../src/authorization/state.ts";

it("#7 is made of 256 random bits, and never the same twice", () => {
  const states = new Set(Array.from({ length: 10_000 }, createState));
  expect(states.size).toBe(10_000);
  for (const state of states) expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
