// What it costs to keep secrets out of log lines and of buffers. Needs `npm run build`.
import pino from "pino";
import { createRedactor } from "../../dist/index.js";
import { floor } from "./floor/floor.js";
import { cpuNanoseconds, inTurn, median } from "./frame/measure.js";
import { createLines, createSecrets } from "./log-lines.js";
import { createCarefulRedactor, createPlainRedactor } from "./peers/careful-redactor.js";

/** @typedef {{ what: string, kind: import("./frame/bench.ts").Kind, run: (line: string) => unknown }} Candidate */

const secrets = createSecrets(4);
const lines = createLines(secrets);
const clean = createLines(secrets).filter((_, index) => index % 50 !== 7);

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Redaction",
  about:
    "Log lines of 376 bytes as a game writes them, of which every fiftieth holds a secret, each time in another encoding; " +
    "processor time of the process.",
  async run(pace) {
    const rounds = pace.pick({ full: 15, quick: 7 });
    return [
      await oneLine(rounds),
      await cleanLine(rounds),
      await buffers(rounds),
      await worstTexts(rounds),
      await growth(pace),
      await addingGrowth(pace),
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
  { what: "an addon call that gives the string back", kind: "floor", run: floor.same },
  { what: "an addon call that reads it too", kind: "floor", run: floor.readSame },
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
    { what: "careful JavaScript, 4 secrets", kind: "peer", run: createCarefulRedactor(secrets) },
    { what: "one regular expression, 4 secrets", kind: "peer", run: createPlainRedactor(secrets) },
    {
      what: "pino, 3 paths and no text",
      kind: "peer",
      run: (line) => logger.info({ access_token: "x", line }),
    },
  ];
  return {
    name: "redact-line",
    title: "One line",
    unit: "ns",
    rows: await inTurn(candidates, { rounds }, ({ run }) => cpuNanoseconds(run, lines, 5)),
    left:
      "The aim was the call and 60 ns, and it is not met. The two floors are what Node-API takes: the call, and the copy of the line " +
      "out of the heap of JavaScript, of which it gives no view. By profile a quarter of the rest are seven table look-ups at each " +
      "of the 376 places, for what looks like a token, an escape or a list of bytes; a tenth is a hash at every 27th place, for the " +
      "beginnings of the encodings of the secrets; a sixth are the lines with a secret, of which an escaped one takes longest; the " +
      "others make bytes out of UTF-16, look at the end of the line in a copy and hand the line over. pino's paths do none of it.",
  };
}

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function cleanLine(rounds) {
  /** @type {Candidate[]} */
  const candidates = [
    ...calls,
    { what: "slashpass, 4 secrets", kind: "ours", run: slashpass(secrets) },
    { what: "careful JavaScript, 4 secrets", kind: "peer", run: createCarefulRedactor(secrets) },
  ];
  return {
    name: "redact-clean-line",
    title: "One line without a secret",
    unit: "ns",
    rows: await inTurn(candidates, { rounds }, ({ run }) => cpuNanoseconds(run, clean, 5)),
    left: "It comes back as the caller's own string: nothing is made and nothing is copied on the way back.",
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
      what: "careful JavaScript, 4 secrets",
      kind: "peer",
      run: (/** @type {Buffer} */ one) => Buffer.from(careful(one.toString())),
    },
  ]);
  return {
    name: "redact-buffer",
    title: `Clean buffers of ${(bytes.length / 1e6).toFixed(1)} MB`,
    unit: "GB/s",
    moreIsBetter: true,
    rows: await inTurn(candidates, { rounds }, ({ run }) => bytes.length / cpuNanoseconds(run, [bytes], 5)),
    left:
      "The aims were 8 GB/s, and 4 with 64 secrets: the second is met, the first is not. `memchr` looks for one letter, we for the " +
      "beginnings of all encodings of all secrets and of what looks like a token: seven table look-ups for each place, 32 places at " +
      "once with AVX2, are two thirds of the time, and alone would pass at 11 GB/s; nearly all the rest are the hashes. Done in turn for 128 " +
      "bytes at a time they were slower. Of these lines nothing leaves the vector code; a date does, and the end of a line without a " +
      "brace: a log of dpkg, plain logs and READMEs pass at a tenth to a twentieth. On ARM 16 places at once are looked at with NEON, " +
      "which is tested under qemu; how fast that is on such a processor is not known.",
  };
}

/** Each has letters among its first ones that lead to secrets from every place where a text has them. */
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
/** What leads to a secret, an escape, a list of bytes or the end of a line. */
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
    { what: "slashpass, a secret with a mark, the slowest of 8", kind: "ours", redactors: odd },
  ]);
  return {
    name: "redact-worst-text",
    title: `Runs of what leads to secrets, the slowest of ${worstUnits.length}`,
    unit: "ns/byte",
    rows: await inTurn(candidates, { rounds: Math.min(rounds, 7) }, ({ redactors }) => slowest(redactors)),
    left:
      "Texts of 32 kB that repeat one letter or one escape, with secrets that have quotes, backslashes, angle brackets or line breaks " +
      "among their first letters: every place has to be looked at by itself. The time for a byte does not grow with the text: " +
      "nothing is read more than a constant number of times.",
  };
}

/** @param {readonly string[]} known @returns {(text: Buffer) => unknown} */
function slashpassBytes(known) {
  const redactor = createRedactor({ secrets: known });
  return (text) => redactor.redactBuffer(text);
}

/** @param {import("./frame/bench.ts").Pace} pace @returns {Promise<import("./frame/bench.ts").Growth>} */
async function growth(pace) {
  const sizes = pace.pick({ full: [1, 10, 100, 1000, 10_000], quick: [1, 100, 10_000] });
  const few = lines.slice(0, 500);
  /** @type {[number, number][]} */
  const ours = [];
  /** @type {[number, number][]} */
  const careful = [];
  /** @type {[number, number][]} */
  const least = [];
  const times = pace.pick({ full: 15, quick: 5 });
  for (const size of sizes) {
    const known = createSecrets(size);
    const redact = slashpass(known);
    few.forEach(redact);
    ours.push([size, medianOf(redact, times)]);
    least.push([size, medianOf(floor.readSame, times)]);
    if (size <= 100) careful.push([size, medianOf(createCarefulRedactor(known), 3)]);
  }
  return {
    name: "redact-growth",
    title: "One line, with more secrets",
    size: "secrets",
    unit: "ns",
    lines: [
      { what: "slashpass", kind: "ours", points: ours },
      { what: "careful JavaScript", kind: "peer", points: careful },
      { what: "an addon call that reads it", kind: "floor", points: least },
    ],
    left:
      "How much of a line is read does not depend on how many secrets there are. What grows is the table of their beginnings, which " +
      "leaves the fastest caches: with 10,000 secrets it has 30 MB. What looks like a beginning is compared with the letters beside it, " +
      "and an escape with those around it, before a secret is looked at. A client knows 576 at most.",
  };

  /** @param {(line: string) => unknown} run @param {number} rounds */
  function medianOf(run, rounds) {
    return median(Array.from({ length: rounds }, () => cpuNanoseconds(run, few, 2)));
  }
}

/** @param {import("./frame/bench.ts").Pace} pace @returns {Promise<import("./frame/bench.ts").Growth>} */
async function addingGrowth(pace) {
  const sizes = pace.pick({ full: [1, 10, 100, 1000, 10_000], quick: [1, 100, 10_000] });
  const fresh = createSecrets(21).slice(1);
  /** @type {[number, number][]} */
  const points = [];
  /** @type {[number, number][]} */
  const least = [];
  for (const size of sizes) {
    const redactor = createRedactor({ secrets: createSecrets(size) });
    points.push([size, medianOf((secret) => comeAndGo(redactor, secret))]);
    least.push([size, medianOf(readThreeTimes)]);
  }
  return {
    name: "redact-add-growth",
    title: "A secret that comes and goes, beside others",
    size: "other secrets",
    unit: "µs",
    lines: [
      { what: "slashpass", kind: "ours", points },
      { what: "three addon calls that read a string", kind: "floor", points: least },
    ],
    left:
      "No other package that redacts learns secrets while it runs. A secret of 30 characters has 190 entries in the table, for its beginnings in six encodings. They are added and taken out; the " +
      "others stay as they are. Beside thousands each entry meets memory that no cache holds. The table doubles now and then, which " +
      "costs N secrets a little for each, and no more.",
  };

  /** @param {(secret: string) => unknown} run */
  function medianOf(run) {
    const rounds = Array.from({ length: pace.pick({ full: 15, quick: 5 }) }, () =>
      cpuNanoseconds(run, fresh, 5),
    );
    return median(rounds) / 1000;
  }
}

/** @param {string} secret */
function readThreeTimes(secret) {
  floor.readSame(secret);
  floor.readSame("a line");
  floor.readSame(secret);
}

/** @param {import("../../dist/index.js").Redactor} redactor @param {string} secret */
function comeAndGo(redactor, secret) {
  redactor.add(secret);
  redactor.redact("a line");
  redactor.remove(secret);
}
