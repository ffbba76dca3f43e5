import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { releaseFaults } from "../../../scripts/release.js";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

it.each([
  ["matching tag, version and changelog", "v1.2.3", "1.2.3", "## 1.2.3 (2026-01-31)", []],
  [
    "a tag for another version",
    "v1.2.4",
    "1.2.3",
    "## 1.2.3 (2026-01-31)",
    [/^package\.json has the version 1\.2\.3/],
  ],
  ["a tag without v", "1.2.3", "1.2.3", "## 1.2.3 (2026-01-31)", [/Set the tag v1\.2\.3/]],
  [
    "an unreleased changelog",
    "v1.2.3",
    "1.2.3",
    "## 1.2.3 (unreleased)",
    [/begins with "## 1\.2\.3 \(unreleased\)"/],
  ],
  [
    "a changelog for another version",
    "v1.2.3",
    "1.2.3",
    "## 1.2.30 (2026-01-31)",
    [/Change it to "## 1\.2\.3 \(YYYY-MM-DD\)"/],
  ],
])("reports the faults in %s", (_, tag, version, heading, faults) => {
  const root = temporaryFolder();
  writeFileSync(join(root, "package.json"), JSON.stringify({ version }));
  writeFileSync(join(root, "CHANGELOG.md"), `# Changelog\n\n${heading}\n\n## 1.0.0 (2025-01-01)\n`);
  expect(releaseFaults(root, tag)).toEqual(faults.map((fault) => expect.stringMatching(fault) as string));
});
