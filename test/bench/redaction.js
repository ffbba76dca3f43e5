// Measures the redaction of log lines and buffers. Needs `npm run build`.
import pino from "pino";
import { createRedactor } from "../../dist/index.js";
import { floor } from "./floor/floor.js";
import { cpuNanoseconds, inTurn } from "./frame/measure.js";
import { createLines, createSecrets } from "./log-lines.js";
import { createCarefulRedactor, createPlainRedactor } from "./peers/careful-redactor.js";

/** @typedef {{ what: string, kind: import("./frame/bench.ts").Kind, run: (line: string) => unknown }} Candidate */

const secrets = createSecrets(4);
const lines = createLines(secrets);
const clean = createLines(secrets).filter((_, index) => index % 50 !== 7);

/**
 * Log lines of 376 bytes, similar to a game's. Every fiftieth line contains a secret, each time in a different encoding.
 * Processor time of the process.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Redaction",
  async run(pace) {
    const rounds = pace.pick({ full: 15, quick: 3 });
    return [
      await oneLine(rounds),
      await cleanLine(rounds),
      await buffers(rounds),
      await worstTexts(rounds),
      await adding(rounds),
    ];
  },
};

/** @param {readonly string[]} known @returns {(line: string) => unknown} */
function slashpass(known) {
  const redactor = createRedactor({ secrets: known });
  return (line) => redactor.redact(line);
}

/** @type {Candidate[]} */
const calls = [
  { what: "an addon call that returns the string", kind: "floor", run: floor.same },
  { what: "an addon call that also reads the string", kind: "floor", run: floor.readSame },
];

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function oneLine(rounds) {
  const logger = pino(
    { redact: ["headers.authorization", "access_token", "*.access_token"] },
    { write: () => {} },
  );
  /** @type {Candidate[]} */
  const candidates = [
    ...calls,
    { what: "slashpass, 4 secrets", kind: "ours", run: slashpass(secrets) },
    { what: "slashpass, 64 secrets", kind: "ours", run: slashpass(createSecrets(64)) },
    { what: "slashpass, 10,000 secrets", kind: "ours", run: slashpass(createSecrets(10_000)) },
    { what: "hand-optimized JavaScript, 4 secrets", kind: "peer", run: createCarefulRedactor(secrets) },
    { what: "one regular expression, 4 secrets", kind: "peer", run: createPlainRedactor(secrets) },
    {
      what: "pino, 3 paths, no text search",
      kind: "peer",
      run: (line) => logger.info({ access_token: "x", line }),
    },
  ];
  return {
    name: "redact-line",
    title: "One line",
    unit: "ns",
    rows: await inTurn(candidates, { rounds }, ({ run }) => cpuNanoseconds(run, lines, 5)),
    footnote:
      "slashpass misses the goal of 60 ns plus the call. The two floors are the cost of Node-API: the call, and copying " +
      "the line out of the JavaScript heap. Table look-ups at each position take a quarter of the rest, hashes a tenth, " +
      "and lines with a secret a sixth. The number of positions does not depend on the number of secrets, but the index of " +
      "10,000 secrets, 30 MB, no longer fits into the fastest caches. A client stores at most 576 secrets. pino's paths do " +
      "not search text.",
  };
}

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function cleanLine(rounds) {
  /** @type {Candidate[]} */
  const candidates = [
    ...calls,
    { what: "slashpass, 4 secrets", kind: "ours", run: slashpass(secrets) },
    { what: "hand-optimized JavaScript, 4 secrets", kind: "peer", run: createCarefulRedactor(secrets) },
  ];
  return {
    name: "redact-clean-line",
    title: "One line without a secret",
    unit: "ns",
    rows: await inTurn(candidates, { rounds }, ({ run }) => cpuNanoseconds(run, clean, 5)),
    footnote: "Returns the caller's own string without a copy.",
  };
}

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function buffers(rounds) {
  const bytes = Buffer.from(clean.join("\n").repeat(5));
  const [few, many] = [4, 64].map((count) => createRedactor({ secrets: createSecrets(count) }));
  const careful = createCarefulRedactor(secrets);
  const candidates = /** @type {const} */ ([
    { what: "memchr over the buffer", kind: "floor", run: floor.search },
    {
      what: "slashpass, 4 secrets",
      kind: "ours",
      run: (/** @type {Buffer} */ one) => few?.redactBuffer(one),
    },
    {
      what: "slashpass, 64 secrets",
      kind: "ours",
      run: (/** @type {Buffer} */ one) => many?.redactBuffer(one),
    },
    {
      what: "hand-optimized JavaScript, 4 secrets",
      kind: "peer",
      run: (/** @type {Buffer} */ one) => Buffer.from(careful(one.toString())),
    },
  ]);
  return {
    name: "redact-buffer",
    title: `Buffers without secrets, ${(bytes.length / 1e6).toFixed(1)} MB`,
    unit: "GB/s",
    moreIsBetter: true,
    rows: await inTurn(candidates, { rounds }, ({ run }) => bytes.length / cpuNanoseconds(run, [bytes], 5)),
    footnote:
      "slashpass misses the goal of 8 GB/s and meets the goal of 4 GB/s with 64 secrets. Table look-ups at each " +
      "position, 32 at once with AVX2, take two thirds of the time, and hashes nearly all the rest. Lines with dates or " +
      "without a closing brace leave the vector code: dpkg logs and READMEs run at a tenth to a twentieth of the speed. " +
      "NEON is tested under qemu but has not been measured.",
  };
}

/** Each secret starts with characters that make searching for it expensive. */
const oddSecrets = [
  'a "quoted" passphrase',
  "it's a passphrase",
  "back\\slash\\secret",
  "<less>than<secret>",
  "-----BEGIN PRIVATE KEY-----\nMIIEvQ",
  "tab\tand a secret",
  "a=b&c=d%20e%f",
  '{"kty":"RSA"}-secret',
];
/** Units that may start a secret, an escape or a dump, or end a line. */
const worstUnits = [
  ...Array.from("\\\"'<>%&\n\t },.:;-_|0"),
  "\\n",
  "\\u005c",
  "%25",
  "&amp;",
  "0,",
  "0a ",
  "0a\n",
  '"0a",',
  "\u001b[33m",
  "code=",
];

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function worstTexts(rounds) {
  const texts = worstUnits.map((unit) => Buffer.from(unit.repeat(Math.ceil(32_768 / unit.length))));
  const usual = slashpassBytes(secrets);
  const odd = oddSecrets.map((secret) => slashpassBytes([secret]));
  /** @param {readonly ((text: Buffer) => unknown)[]} redactors */
  const slowest = (redactors) =>
    Math.max(
      ...redactors.flatMap((redact) => texts.map((text) => cpuNanoseconds(redact, [text], 1) / text.length)),
    );
  const candidates = /** @type {const} */ ([
    { what: "memchr over the text", kind: "floor", redactors: [floor.search] },
    { what: "slashpass, 4 secrets", kind: "ours", redactors: [usual] },
    { what: "slashpass, unusual secrets, the slowest of 8", kind: "ours", redactors: odd },
  ]);
  return {
    name: "redact-worst-text",
    title: `Worst-case strings, the slowest of ${worstUnits.length}`,
    unit: "ns/byte",
    rows: await inTurn(candidates, { rounds: Math.min(rounds, 7) }, ({ redactors }) => slowest(redactors)),
    footnote:
      "Each text has 32 kB and repeats one character or escape. Secrets start with quotes, backslashes, angle " +
      "brackets or line breaks, so each position is checked. The time per byte does not grow with the text.",
  };
}

/** @param {readonly string[]} known @returns {(text: Buffer) => unknown} */
function slashpassBytes(known) {
  const redactor = createRedactor({ secrets: known });
  return (text) => redactor.redactBuffer(text);
}

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function adding(rounds) {
  const fresh = createSecrets(21).slice(1);
  /** @param {number} size */
  const comeAndGo = (size) => {
    const redactor = createRedactor({ secrets: createSecrets(size) });
    return (/** @type {string} */ secret) => {
      redactor.add(secret);
      redactor.redact("a line");
      redactor.remove(secret);
    };
  };
  /** @type {Candidate[]} */
  const candidates = [
    { what: "three addon calls that read a string", kind: "floor", run: readThreeTimes },
    { what: "slashpass, 10,000 other secrets", kind: "ours", run: comeAndGo(10_000) },
    { what: "slashpass, 100 other secrets", kind: "ours", run: comeAndGo(100) },
    { what: "slashpass, one other secret", kind: "ours", run: comeAndGo(1) },
  ];
  return {
    name: "redact-add",
    title: "Adding and removing a secret",
    unit: "µs",
    rows: await inTurn(candidates, { rounds }, ({ run }) => cpuNanoseconds(run, fresh, 5) / 1000),
    footnote:
      "No other redactor accepts secrets at run time. A secret of 30 characters has 190 index entries in six encodings. " +
      "With thousands of secrets, each entry is a cache miss. The index doubles occasionally, at an amortized constant " +
      "cost per secret.",
  };
}

/** @param {string} secret */
function readThreeTimes(secret) {
  floor.readSame(secret);
  floor.readSame("a line");
  floor.readSame(secret);
}
