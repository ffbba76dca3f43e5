// Creates docs/benchmarks.md: the ratios of each table, with a one-sentence description.
import { formatFigure } from "./figures.js";
import { subjects } from "./subjects.js";

/** @typedef {import("./figures.js").BenchFigures} BenchFigures */

/** The sentence for each table, by name. @type {Readonly<Record<string, string>>} */
const sentences = {
  "redact-line": "Searches each line for every encoding of every known secret, in one pass.",
  "redact-clean-line": "Returns a line without secrets unchanged.",
  "redact-buffer": "Redacts a log file's buffers.",
  "redact-worst-text": "A secret could start at any character. The floor searches for one secret.",
  "redact-add": "Updates the table of secrets without rebuilding it.",
  "logging-one-thread": "Another thread writes the lines.",
  "logging-four-threads": "Each thread has its own log.",
  "code-to-token": "slashpass also serves the player's page, registers secrets and logs.",
  "code-to-token-first": "Signs in once in a new process, as a game does.",
  "stores-memory": "Validates arguments and returns promises.",
  "stores-file": "Writes atomically. The cost does not depend on the number of accounts.",
  "stores-keychain": "The keyring takes most of the time.",
  "stores-redis": "Runs one script per call and encrypts each record with the player's key.",
  "commands-validation": "Checks every rule and reports paths.",
  "commands-validation-size": "The cost grows linearly.",
  "interactions-handler": "Signature verification takes most of the time.",
  "interactions-requests": "Runs the edge-runtime code with Node's Request and Response.",
  "interactions-http": "Verifies signatures on other threads.",
  "fleet-tokens": "Runs one Redis script and one decryption.",
  "fleet-memory": "The record is encrypted.",
  "sizes-endpoint": "Bundles an endpoint with all validation rules.",
  "sizes-clients": "Bundles the clients without lazily loaded parts.",
  "start-import": "Loads the common parts; the others load on first use.",
  "start-endpoint": "Imports the package and responds to one interaction.",
  "start-emulator": "Responds before the authorization server is loaded.",
  "start-addon": "Finds and loads the addon, then writes one line.",
  "start-program": "Prints its help and exits.",
  "start-keychain": "Reads the stored session over D-Bus.",
};

const intro = `The ratios apply to other machines too. **× the floor** is the library's cost divided by the lowest possible cost on this machine, measured
in the same run. **Others** is another package's cost divided by the library's, so a value above 1 means a higher cost. \`npm run bench\`
repeats all measurements. \`npm run bench -- NAME\` shows one benchmark in detail: all sizes, figures, spread, and why it differs from the
floor.
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
  const lines = [["work", "× the floor", "others", "note"], ["---", "---:", "---", "---"], ...rows];
  const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const notes = benches.flatMap(notesOf).map((note) => `- ${note}`);
  return [
    `## ${subject}\n`,
    ...(rows.length > 0 ? [`${table}\n`] : []),
    ...(notes.length > 0 ? [`${notes.join("\n")}\n`] : []),
  ].join("\n");
}

/** Lists failures and missing candidates. @param {BenchFigures} bench */
function notesOf({ title, parts, failure }) {
  const missing = parts.flatMap((part) => part.missing ?? []);
  return [
    ...(failure ? [`${title} failed: ${failure}.`] : []),
    ...missing.map(({ what, why }) => `${title}, ${what}: not run, because ${why}.`),
  ];
}

/** @param {BenchFigures} bench @returns {string[][]} */
function rowsOf({ title, parts }) {
  return parts.flatMap(({ name, title: work, rows }) => {
    if (rows.length === 0) return [];
    const sentence = sentences[name];
    if (sentence === undefined) throw new Error(`frame/page.js lacks a sentence for ${name}.`);
    const timesFloor = rows.find(({ kind }) => kind === "ours")?.timesFloor ?? Number.NaN;
    const others = rows
      .filter(({ kind, timesOurs }) => kind === "peer" && timesOurs !== undefined)
      .map(({ what, timesOurs }) => `${what} ${formatFigure(timesOurs ?? 0)}`);
    return [[`${title}: ${work}`, formatFigure(timesFloor), others.join("; "), sentence]];
  });
}
