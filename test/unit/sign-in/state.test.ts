import { expect, it } from "vitest";
import { createState } from "../../../src/sign-in/authorize-request.ts";

it("#7 has 256 random bits and never repeats", () => {
  const states = new Set(Array.from({ length: 10_000 }, createState));
  expect(states.size).toBe(10_000);
  expect([...states].filter((state) => !/^[A-Za-z0-9_-]{43}$/.test(state))).toEqual([]);
});
