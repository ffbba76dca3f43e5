import { afterAll } from "vitest";

/** Files share a process: a variable that one has changed would change another, by the order in which they run. */
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  for (const [name, value] of Object.entries(before))
    if (process.env[name] !== value) process.env[name] = value;
});
