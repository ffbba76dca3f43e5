import { afterAll } from "vitest";

/** Test files share a process, so a changed variable would affect later files. */
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  for (const [name, value] of Object.entries(before))
    if (process.env[name] !== value) process.env[name] = value;
});
