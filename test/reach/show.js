import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The figures at `commit`, and targets for some of them.
 *
 * @type {{ commit: string, figures: Record<string, number>, aims: Record<string, number> }}
 */
const baseline = JSON.parse(readFileSync(new URL("baseline.json", import.meta.url), "utf8"));
const args = process.argv.slice(2);

/** The checkout to measure. Default: this one. */
export function requestedFolder() {
  const [folder] = args.filter((word) => !word.startsWith("--"));
  return folder === undefined ? fileURLToPath(new URL("../..", import.meta.url)) : realpathSync(folder);
}

/** @param {string} option */
export function isRequested(option) {
  return args.includes(option);
}

/** @param {string} text */
export function print(text) {
  process.stdout.write(text);
}

/** @param {string} title @param {Readonly<Record<string, number>>} figures */
export function showTable(title, figures) {
  const rows = Object.entries(figures).map(([name, now]) => {
    const aim = baseline.aims[name];
    return [
      name,
      now,
      baseline.figures[name] ?? "",
      aim ?? "",
      aim === undefined || now <= aim ? "" : "over",
    ];
  });
  const lines = [[title, "now", baseline.commit, "aim", ""], ...rows].map(([name, ...cells]) =>
    `${String(name).padEnd(48)}${cells.map((cell) => String(cell).padStart(10)).join("")}`.trimEnd(),
  );
  print(`${lines.join("\n")}\n`);
}
