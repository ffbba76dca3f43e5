// test/bench/results.md with its pictures, and docs/benchmarks.md, out of the stored figures.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { pictureOf } from "./picture.js";
import { countText, shown } from "./figures.js";
import { ratiosPageOf } from "./ratios.js";
import { subjects } from "./subjects.js";
import { cellsOf, markdownTable } from "./tables.js";

/** @typedef {import("./figures.js").BenchFigures} BenchFigures */

const here = new URL("../", import.meta.url);
const pictures = new URL("images/", here);

const howToRead = `Ours beside other packages and beside the floor: the least that it could be on this machine, measured in the same run.

- What is compared does the same work, and takes turns, round after round. A figure is the median of its rounds, whose number stands in the
  table; the **middle half** is where half of the rounds lie, so a wide one says that the machine was busy.
- **× the floor** and **× ours** say how many times the cost it is: the median of the rounds' ratios. Ratios hold on another machine,
  times do not.
- A growth is a curve over logarithmic axes: one that does not bend upward says that twice as much costs twice as much.
- Under each table stands what is left between ours and the floor, and why.
- Counts have a bound. CI fails above it, but where a busy machine makes more of them.

\`npm run bench\` measures all of it again and writes this page; \`npm run bench -- redaction\` one of them, and
\`npm run bench -- --quick\` all of them in two minutes, without writing.
`;

/** @param {{ machine: string, benches: readonly BenchFigures[] }} stored */
export function writePages({ machine, benches }) {
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  for (const { parts } of benches) {
    for (const part of parts.filter(hasPicture))
      writeFileSync(new URL(`${part.name}.svg`, pictures), pictureOf(part));
  }
  writeFileSync(new URL("results.md", here), pageOf({ machine, benches }));
  writeFileSync(new URL("../../docs/benchmarks.md", here), ratiosPageOf({ machine, benches }));
}

/** @param {{ machine: string, benches: readonly BenchFigures[] }} stored */
export function pageOf({ machine, benches }) {
  return [
    `# Results of the benches\n\n${origin(machine, benches)}\n`,
    howToRead,
    ...subjectsOf(benches),
  ].join("\n");
}

/** @param {string} machine @param {readonly BenchFigures[]} benches */
function origin(machine, benches) {
  const dates = [...new Set(benches.map(({ date }) => date))].sort();
  const days = dates.length > 1 ? `from ${dates[0]} to ${dates.at(-1)}` : `on ${dates[0]}`;
  return `Measured ${days} by \`npm run bench\` on ${machine}.`;
}

/** @param {readonly BenchFigures[]} benches */
function subjectsOf(benches) {
  return Object.entries(subjects).flatMap(([subject, names]) => {
    const sections = benches.filter(({ name }) => names.includes(name)).map(sectionOf);
    return sections.length > 0 ? [`## ${subject}\n`, ...sections] : [];
  });
}

/** @param {BenchFigures} bench */
function sectionOf({ title, about, parts, commit, date, load, seconds, failure }) {
  const when = `Measured on ${date} at commit ${commit}, at a load of ${shown(load)}, in ${shown(seconds)} s.`;
  const failed = failure ? [`**It failed:** ${failure}.\n`] : [];
  return [`### ${title}\n`, `${about} ${when}\n`, ...failed, ...parts.map(partOf)].join("\n");
}

/** @param {import("./figures.js").Figures} part */
function hasPicture(part) {
  return ("lines" in part ? part.lines : part.rows).length > 0;
}

/** @param {import("./figures.js").Figures} part */
function partOf(part) {
  const { name, title, left, missing = [], counts = [] } = part;
  const counted = counts.map((count) => `- ${countText(count)}`);
  const figures = [markdownTable(cellsOf(part)), `![${title}](images/${name}.svg)`];
  const notes = [...missing.map(({ what, why }) => `- ${what}: not run here, ${why}`), ...counted];
  return [
    `#### ${title}\n`,
    ...(hasPicture(part) ? figures.map((one) => `${one}\n`) : []),
    ...(notes.length > 0 ? [`${notes.join("\n")}\n`] : []),
    `${left}\n`,
  ].join("\n");
}
