// docs/benchmarks.md: the ratios of each table and growth, with one sentence.
import { shown } from "./figures.js";
import { subjects } from "./subjects.js";
import { growthOf, ratioAt } from "./tables.js";

/** @typedef {import("./figures.js").BenchFigures} BenchFigures */
/** @typedef {import("./figures.js").TableFigures} TableFigures */

/** The sentence of each table and growth, by its name. @type {Readonly<Record<string, string>>} */
const sentences = {
  "redact-line": "Each line is searched for every encoding of every known secret.",
  "redact-clean-line": "A line without a secret comes back as the same string.",
  "redact-buffer": "A file of logs is cleaned at the speed of reading it.",
  "redact-worst-text":
    "The worst texts, of which each letter may begin a secret; the floor looks for one of them.",
  "redact-growth": "All secrets are searched for at once.",
  "redact-add-growth": "The table of secrets is changed, not made again.",
  "logging-one-thread": "The game's thread hands a line over; another thread writes it.",
  "logging-one-thread-clock": "The same by the clock, with the pauses of the system.",
  "logging-four-threads": "Each thread has a log of its own, and they share nothing.",
  "logging-four-threads-clock": "The same by the clock, on a machine with two cores.",
  "code-to-token": "The library also serves the player's page, registers the secrets and logs.",
  "code-to-token-first": "The first sign-in of a process, which is the one of a game.",
  "stores-memory": "The arguments are checked, and each call is a promise.",
  "stores-file": "A crash leaves the old record or the new one, never half of one.",
  "stores-keychain": "The keyring's own work dominates.",
  "stores-redis": "One script per call, and the record is encrypted with a key of its player.",
  "commands-validation": "Every rule of the service, with a path for each finding.",
  "commands-validation-growth": "Each command, option and choice costs as much as the one before it.",
  "commands-rollout-first": "The service's limits decide how long it takes.",
  "commands-rollout-second": "Guilds that are up to date cost one read.",
  "interactions-handler": "The verification of the signature is most of it.",
  "interactions-requests": "As on an edge runtime, with Node's own Request and Response.",
  "interactions-http": "Signatures are verified on other threads, so that the server goes on answering.",
  "fleet-tokens": "A read is one script of Redis and one decryption.",
  "fleet-memory": "One player's record in Redis.",
  "fleet-limits": "Several processes share the 50 requests a second of one application.",
  "fleet-limits-fullest": "No second has more requests than the service allows.",
  "sizes-endpoint": "The bundle of an endpoint, with every rule for answers.",
  "sizes-clients": "The bundle of the clients, read at the start and later.",
  "start-import": "Importing loads what every program needs; the rest comes with its first use.",
  "start-endpoint": "From the import to the first answer of an endpoint.",
  "start-emulator": "The emulator answers before its authorization server is loaded.",
  "start-addon": "The addon is found, loaded and has written its first line.",
  "start-program": "The program has printed its help, and has ended.",
  "start-keychain": "A session is restored from the keychain.",
};

const intro = `The ratios hold on other machines too, the times do not. **× the floor** is our cost divided by the least cost that is possible on
this machine, which the same run measures. **Others** is the cost of another package divided by ours: above 1 it costs more. Where a
cost was measured at several sizes, the ratios are those of the largest, and the last column tells how the cost grows up to it.
\`npm run bench\` measures all of it again; \`npm run bench -- NAME\` shows the figures of one, their spread, and the reason for the
distance between ours and the floor.
`;

/** @param {{ machine: string, benches: readonly BenchFigures[] }} stored */
export function pageOf({ machine, benches }) {
  const sections = Object.entries(subjects).flatMap(([subject, names]) => {
    const measured = benches.filter(({ name }) => names.includes(name));
    return measured.length > 0 ? [sectionOf(subject, measured)] : [];
  });
  return [`# Benchmarks\n\n${origin(machine, benches)}\n`, intro, ...sections].join("\n");
}

/** @param {string} machine @param {readonly BenchFigures[]} benches */
function origin(machine, benches) {
  const dates = [...new Set(benches.map(({ date }) => date))].sort();
  const days = dates.length > 1 ? `from ${dates[0]} to ${dates.at(-1)}` : `on ${dates[0]}`;
  return `Measured ${days} on ${machine}.`;
}

/** @param {string} subject @param {readonly BenchFigures[]} benches */
function sectionOf(subject, benches) {
  const rows = benches.flatMap(rowsOf);
  const lines = [["work", "× the floor", "others", "about"], ["---", "---:", "---", "---"], ...rows];
  const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const notes = benches.flatMap(notesOf).map((note) => `- ${note}`);
  return [
    `## ${subject}\n`,
    ...(rows.length > 0 ? [`${table}\n`] : []),
    ...(notes.length > 0 ? [`${notes.join("\n")}\n`] : []),
  ].join("\n");
}

/** What has no figures, and why. @param {BenchFigures} bench */
function notesOf({ title, parts, failure }) {
  const missing = parts.flatMap((part) => part.missing ?? []);
  return [
    ...(failure ? [`${title} failed: ${failure}.`] : []),
    ...missing.map(({ what, why }) => `${title}, ${what}: not run here, ${why}.`),
  ];
}

/** @param {BenchFigures} bench @returns {string[][]} */
function rowsOf({ title, parts }) {
  return parts.flatMap((part) => {
    const cells = "lines" in part ? growthCells(part) : tableCells(part);
    if (!cells) return [];
    const sentence = sentences[part.name];
    if (sentence === undefined) throw new Error(`frame/page.js has no sentence for ${part.name}.`);
    const { timesFloor, others, growth } = cells;
    return [
      [`${title}: ${part.title}`, shown(timesFloor), others.join("; "), [sentence, ...growth].join(" ")],
    ];
  });
}

/** @typedef {{ timesFloor: number, others: string[], growth: string[] }} Cells */

/** @param {TableFigures} table @returns {Cells | undefined} */
function tableCells({ rows }) {
  const ours = rows.find(({ kind }) => kind === "ours");
  const others = rows
    .filter(({ kind, timesOurs }) => kind === "peer" && timesOurs !== undefined)
    .map(({ what, timesOurs }) => `${what} ${shown(timesOurs ?? 0)}`);
  return rows.length > 0 ? { timesFloor: ours?.timesFloor ?? Number.NaN, others, growth: [] } : undefined;
}

/** @param {import("./bench.ts").Growth} growth @returns {Cells | undefined} */
function growthCells({ lines, size }) {
  const floor = lines.find(({ kind }) => kind === "floor");
  const ours = lines.filter(({ kind }) => kind === "ours");
  const [first] = ours;
  const most = first?.points.at(-1)?.[0];
  if (!first || most === undefined) return undefined;
  const others = lines
    .filter(({ kind }) => kind === "peer")
    .flatMap(({ what, points }) => {
      const [at, value] = points.at(-1) ?? [];
      const own = first.points.find(([one]) => one === at)?.[1];
      return own === undefined || value === undefined ? [] : [`${what} ${shown(value / own)}`];
    });
  const growth = ours.map((line) => growthOf(line, size));
  return { timesFloor: ratioAt(first, floor, most) ?? Number.NaN, others, growth };
}
