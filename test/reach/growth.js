// node test/reach/growth.js [--update]: compares the project's size with the committed table in growth.json and fails if a part has grown
// by more than 2 %. Raise the table in a separate commit that states the reason.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const table = new URL("growth.json", import.meta.url);
const code = /\.(?:[jt]sx?|mjs|cpp|h|mm|py|rb|sh)$/;
const allowedGrowth = 1.02;
const parts = {
  src: ["src"],
  test: ["test", ":!test/fixtures", ":!test/golden", ":!test/setup"],
  "test/setup": ["test/setup"],
  native: ["native"],
  scripts: ["scripts"],
  examples: ["examples"],
};

/** @type {Record<string, { files: number, lines: number }>} */
const now = Object.fromEntries(Object.entries(parts).map(([part, paths]) => [part, sizeOf(paths)]));
if (process.argv.includes("--update")) writeFileSync(table, `${JSON.stringify(now, null, 2)}\n`);
/** @type {typeof now} */
const committed = JSON.parse(readFileSync(table, "utf8"));
const grown = Object.entries(now).flatMap(([part, { files, lines }]) => {
  const limit = committed[part] ?? { files: 0, lines: 0 };
  return [
    ...(files > limit.files * allowedGrowth ? [`${part}: ${files} files, committed ${limit.files}`] : []),
    ...(lines > limit.lines * allowedGrowth ? [`${part}: ${lines} lines, committed ${limit.lines}`] : []),
  ];
});
if (grown.length > 0) {
  process.stderr.write(
    `These parts have grown by more than 2 %:\n  ${grown.join("\n  ")}\nRemove code, or run \`npm run check:size -- --update\` and give the reason in the commit.\n`,
  );
  process.exitCode = 1;
}

/** Counts the tracked source files and their non-blank lines. @param {readonly string[]} paths */
function sizeOf(paths) {
  const tracked = execFileSync("git", ["ls-files", "-z", "--", ...paths], { cwd: root, encoding: "utf8" });
  const files = tracked.split("\0").filter((file) => code.test(file) && existsSync(join(root, file)));
  const lines = files.map(
    (file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .filter((line) => line.trim() !== "").length,
  );
  return { files: files.length, lines: lines.reduce((sum, count) => sum + count, 0) };
}
