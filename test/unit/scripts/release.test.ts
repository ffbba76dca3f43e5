import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allowsLevel, releaseFaults } from "../../../scripts/release.js";
import { outputOf } from "../../setup/child-process.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

it.each([
  ["a matching tag, version and changelog", "v1.2.3", "1.2.3 (2026-01-31)", []],
  ["a tag for another version", "v1.2.4", "1.2.3 (2026-01-31)", [/^package\.json has version 1\.2\.3/]],
  ["a tag without v", "1.2.3", "1.2.3 (2026-01-31)", [/Use the tag v1\.2\.3/]],
  ["an unreleased changelog", "v1.2.3", "1.2.3 (unreleased)", [/begins with "## 1\.2\.3 \(unreleased\)"/]],
  ["a changelog for another version", "v1.2.3", "1.2.30 (2026-01-31)", [/to "## 1\.2\.3 \(YYYY-MM-DD\)"/]],
])("reports the faults in %s", (_, tag, heading, faults) => {
  const root = temporaryFolder();
  writeFileSync(join(root, "package.json"), '{"version":"1.2.3"}');
  writeFileSync(join(root, "CHANGELOG.md"), `# Changelog\n\n## ${heading}\n`);
  expect(releaseFaults(root, tag)).toEqual(faults.map((fault) => expect.stringMatching(fault) as string));
});

it.each([
  ["0.2.0", "0.1.5", "major", true],
  ["0.1.6", "0.1.5", "major", false],
  ["0.1.6", "0.1.5", "minor", true],
  ["2.0.0", "1.9.9", "major", true],
  ["1.3.0", "1.2.9", "major", false],
  ["1.3.0", "1.2.9", "minor", true],
  ["1.2.10", "1.2.9", "minor", false],
] as const)(
  "decides whether %s after %s may contain a %s change: %s",
  (version, previous, level, expected) => {
    expect(allowsLevel(version, previous, level)).toBe(expected);
  },
);

it("reports a version that hides a breaking change", async () => {
  const root = temporaryFolder();
  const declarations = join(root, "test/golden/declarations");
  const git = (...args: string[]) =>
    outputOf("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: root });
  mkdirSync(declarations, { recursive: true });
  writeFileSync(join(declarations, "slashpass.d.ts.txt"), "export declare function one(): void;\n");
  writeFileSync(join(root, "CHANGELOG.md"), "## 1.1.0 (2026-02-01)\n\n## 1.0.0 (2026-01-01)\n");
  writeFileSync(join(root, "package.json"), '{"version":"1.1.0"}');
  await git("init", "--quiet");
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "one");
  await git("tag", "v1.0.0");
  expect(releaseFaults(root, "v1.1.0")).toEqual([]);
  writeFileSync(join(declarations, "slashpass.d.ts.txt"), "export declare function other(): void;\n");
  expect(releaseFaults(root, "v1.1.0")).toEqual([
    "The public declarations changed since 1.0.0 (major). Choose a higher version than 1.1.0.",
  ]);
});
