import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { summarize } from "../../setup/skipped-tests.ts";
import { type SystemPart, systemParts } from "../../setup/system-parts.ts";

it("tells which tests were skipped, for lack of what, and the one command that brings it", () => {
  const text = summarize(
    [
      { name: "a real keychain", tests: 20, lacks: ["dbus-daemon", "secret-tool"] },
      { name: "gio opens the redirect", tests: 1, lacks: ["gio"] },
      { name: "the page", tests: 3, lacks: ["Chromium"] },
      { name: "gio opens it again", tests: 1, lacks: ["gio"] },
    ],
    false,
  );
  expect(text).toBe(`Skipped: 25 tests, for what is missing here.
  without dbus-daemon, secret-tool: 20 tests
    - a real keychain (20 tests)
  without gio: 2 tests
    - gio opens the redirect
    - gio opens it again
  without Chromium: 3 tests
    - the page (3 tests)
To have them run, on Debian or Ubuntu: sudo apt-get install dbus libsecret-tools libglib2.0-bin chromium`);
});

it("promises no command where none brings the part", () => {
  const text = summarize([{ name: "launch", tests: 1, lacks: ["Linux"] }], false);
  expect(text).toBe(`Skipped: 1 test, for what is missing here.
  without Linux: 1 test
    - launch`);
});

it("knows only parts whose packages CI installs", () => {
  const installed = readFileSync(new URL("../../../.ci/run", import.meta.url), "utf8");
  const packages = Object.values<SystemPart>(systemParts).flatMap(({ debian }) => debian?.split(" ") ?? []);
  expect(packages.length).toBeGreaterThan(5);
  const words = installed.split(/[\s()]+/);
  expect(packages.filter((name) => !words.includes(name))).toEqual([]);
});

it("says of the quick run that the whole one has them", () => {
  expect(summarize([{ name: "the page", tests: 3, lacks: ["Chromium"] }], true)).toMatch(
    /`npm test` runs them/,
  );
});
