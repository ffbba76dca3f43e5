// docs/benchmarks.md: the ratios of each table with one sentence. test/bench/results.md has the figures, their spread and the reasons.
import { shown } from "./figures.js";
import { subjects } from "./subjects.js";

/** @typedef {import("./figures.js").BenchFigures} BenchFigures */
/** @typedef {import("./figures.js").TableFigures} TableFigures */

/** The sentence of each table, by its name. @type {Readonly<Record<string, string>>} */
const sentences = {
  "redact-line": "Each line is searched for every encoding of every known secret.",
  "redact-clean-line": "A line without a secret comes back as the same string.",
  "redact-buffer": "A file of logs is cleaned at the speed of reading it.",
  "logging-one-thread": "The game's thread hands a line over; another thread writes it.",
  "logging-one-thread-clock": "The same by the clock, with the pauses of the system.",
  "logging-four-threads": "Each thread has a log of its own, and they share nothing.",
  "logging-four-threads-clock": "The same by the clock, on a machine with two cores.",
  "main-job": "From an empty process to a launched Activity, at the emulator.",
  "code-to-token": "The library also serves the player's page, registers the secrets and logs.",
  "code-to-token-first": "The first sign-in of a process, which is the one of a game.",
  "consent-asked": "Until the player sees the question, by each way of asking.",
  "consent-tokens": "From the player's answer to the tokens.",
  "hand-over": "A redirect by a custom scheme starts a program that passes it to the running game.",
  "hostile-redirects": "Forged redirects come before the real one.",
  "stores-memory": "The arguments are checked, and each call is a promise.",
  "stores-file": "A crash leaves the old record or the new one, never half of one.",
  "stores-keychain": "The keyring's own work dominates.",
  "stores-redis": "One script per call, and the record is encrypted with a key of its player.",
  "keychain-exit": "A keychain that waits for its dialog does not hold the process.",
  "commands-validation": "Every rule of the service, with a path for each finding.",
  "commands-rollout-first": "The service's limits decide how long it takes.",
  "commands-rollout-second": "Guilds that are up to date cost one read.",
  "studio-set": "The program plans the commands and their permissions in 30 guilds, from start to end.",
  "commands-abort": "A call that waits for a limit ends at once.",
  "can-use": "The cost grows with the overwrites that must be read.",
  "interactions-handler": "The verification of the signature is most of it.",
  "interactions-requests": "As on an edge runtime, with Node's own Request and Response.",
  "interactions-http": "Signatures are verified on other threads, so that the server goes on answering.",
  "uploads-from-disk": "Files are streamed: memory does not grow with their size.",
  "uploads-made": "A generator makes the pieces while the request goes out.",
  "fleet-tokens": "A read is one script of Redis and one decryption.",
  "fleet-memory": "One player's record in Redis.",
  "fleet-limits": "Several processes share the 50 requests a second of one application.",
  "fleet-limits-fullest": "No second has more requests than the service allows.",
  "sizes-endpoint": "The bundle of an endpoint, with every rule for answers.",
  "sizes-clients": "The bundle of the clients, read at the start and later.",
  "install-size": "The binaries of all systems are in the package: no compiler, no install script.",
  "start-import": "Importing loads what every program needs; the rest comes with its first use.",
  "start-endpoint": "From the import to the first answer of an endpoint.",
  "start-emulator": "The emulator answers before its authorization server is loaded.",
  "start-addon": "The addon is found, loaded and has written its first line.",
  "start-keychain": "A session is restored from the keychain.",
  "test-kit": "Each test has an application of its own, and its requests travel over HTTP.",
};

const intro = `The ratios hold on other machines too, the times do not. **× the floor** is our cost divided by the least cost that is possible on
this machine, which the same run measures. **Others** is the cost of another package divided by ours: above 1 it costs more.
[The results](../test/bench/results.md) have every figure, its spread, the growth with the size, and the reason for the
distance between ours and the floor. \`npm run bench\` measures all of it again.
`;

/** @param {{ machine: string, benches: readonly BenchFigures[] }} stored */
export function ratiosPageOf({ machine, benches }) {
  const sections = Object.entries(subjects).map(([subject, names]) => {
    const rows = benches.filter(({ name }) => names.includes(name)).flatMap(rowsOf);
    const lines = [["work", "× the floor", "others", "about"], ["---", "---:", "---", "---"], ...rows];
    return `## ${subject}\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
  });
  return [`# Benchmarks\n\nMeasured on ${machine}.\n`, intro, ...sections].join("\n");
}

/** @param {BenchFigures} bench @returns {string[][]} */
function rowsOf({ title, parts }) {
  const tables = parts.filter((part) => "rows" in part && part.rows.length > 0);
  return tables.map((part) => rowOf(title, /** @type {TableFigures} */ (part)));
}

/** @param {string} bench @param {TableFigures} table @returns {string[]} */
function rowOf(bench, { name, title, rows }) {
  const sentence = sentences[name];
  if (sentence === undefined) throw new Error(`frame/ratios.js has no sentence for ${name}.`);
  const ours = rows.find(({ kind }) => kind === "ours");
  const others = rows
    .filter(({ kind, timesOurs }) => kind === "peer" && timesOurs !== undefined)
    .map(({ what, timesOurs }) => `${what} ${shown(timesOurs ?? 0)}`);
  return [`${bench}: ${title}`, shown(ours?.timesFloor ?? Number.NaN), others.join("; "), sentence];
}
