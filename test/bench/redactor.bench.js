// node test/bench/redactor.bench.js: what a line costs, beside what else people use. Needs `npm run build`.
import { execFileSync } from "node:child_process";
import pino from "pino";
import { createRedactor } from "../../dist/index.js";
import { createCarefulRedactor, createPlainRedactor } from "./careful-redactor.js";
import { createLines, createSecrets } from "./log-lines.js";

const rounds = 15;

/**
 * The median processor time over rounds in which the candidates take turns, in nanoseconds per item.
 *
 * @template Item
 * @param {readonly { run: (item: Item) => unknown }[]} candidates
 * @param {readonly Item[]} items
 */
function measure(candidates, items) {
  const times = candidates.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { run }] of candidates.entries()) {
      const start = process.cpuUsage();
      for (let repeat = 0; repeat < 5; repeat++) for (const item of items) run(item);
      const { user, system } = process.cpuUsage(start);
      times[index]?.push(((user + system) * 1000) / items.length / 5);
    }
  }
  return times.map((each) => each.toSorted((one, other) => one - other)[rounds >> 1] ?? 0);
}

const secrets = createSecrets(4);
const lines = createLines(secrets);
const many = createSecrets(64);
const logger = pino(
  { redact: ["headers.authorization", "access_token", "*.access_token"] },
  { write: () => {} },
);
/** @param {string[]} known @returns {(line: string) => unknown} */
function slashpass(known) {
  const redactor = createRedactor({ secrets: known });
  return (line) => redactor.redact(line);
}

const candidates = [
  { name: "slashpass, 4 secrets", run: slashpass(secrets) },
  { name: "slashpass, 64 secrets", run: slashpass(many) },
  { name: "careful JavaScript, 4 secrets", run: createCarefulRedactor(secrets) },
  { name: "plain regular expression, 4 secrets", run: createPlainRedactor(secrets) },
  {
    name: "pino with redact (three paths, no text)",
    run: (/** @type {string} */ line) => logger.info({ access_token: "x", line }),
  },
];
const perLine = measure(candidates, lines);

const clean = Buffer.from(
  createLines(secrets)
    .filter((_, index) => index % 50 !== 7)
    .join("\n")
    .repeat(20),
);
const redactor = createRedactor({ secrets });
const [perBuffer = 0] = measure(
  [{ run: (/** @type {Buffer} */ bytes) => redactor.redactBuffer(bytes) }],
  [clean],
);

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"]).toString().trim();
process.stdout.write(
  `Node ${process.version}, commit ${commit}; ${lines.length} lines of 376 bytes, 2 % with a secret; medians\n`,
);
for (const [index, { name }] of candidates.entries()) {
  const time = perLine[index] ?? 0;
  const times = (time / (perLine[0] ?? 0)).toFixed(2);
  process.stdout.write(`${name.padEnd(42)} ${time.toFixed(0).padStart(6)} ns/line  x ${times}\n`);
}
process.stdout.write(`redactBuffer, clean text: ${(clean.length / perBuffer).toFixed(2)} GB/s\n`);
