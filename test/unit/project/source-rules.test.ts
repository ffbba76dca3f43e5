import { readdirSync, readFileSync } from "node:fs";
import { expect, it, test } from "vitest";

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function filesIn(folder: string, name = /\.ts$/): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path) && !path.includes("node_modules"))
    .map((path) => ({ path, text: readFileSync(`${folder}/${path}`, "utf8") }));
}

const sources = filesIn("src");
const pathsOf = (files: readonly SourceFile[]) => files.map(({ path }) => path);

/** The files that may use an API directly, each with the reason. */
type Exceptions = readonly (readonly [files: RegExp, why: string])[];

const rules: readonly (readonly [rule: string, pattern: RegExp, exceptions: Exceptions])[] = [
  [
    "reads files only through core/resolve/read-file.ts, which rejects pipes, devices and unsupported encodings",
    /\b(?:readFile(?:Sync)?|createReadStream|openAsBlob)\b[^;]*from "node:fs|\breadFileSync\(/,
    [
      [/^cli\/emulator\/as-service\/inside\.ts$/, "keys that the parent process has just written"],
      [/^(?:cli\/frame\/port-holder|sign-in\/redirect\/peer)\.ts$/, "tables of the kernel"],
      [/^cli\/init\/write-files\.ts$/, "the text of a generated program"],
      [/^cli\/version\.ts$/, "the package.json of this package"],
      [/^core\/resolve\/read-file\.ts$/, "the checked reader itself"],
      [/^native\/addon-paths\.ts$/, "a table of the kernel, and a package.json that Node has read before"],
      [/^native\/opener\.ts$/, "a program of this package, possibly in an archive of Electron"],
    ],
  ],
  [
    "parses JSON from other parties only with parseForeignJson, which limits its depth",
    /\bJSON\.parse\(|\.json\(\)/,
    [
      [/^core\/request\/response\.ts$/, "the reader itself"],
      [/^cli\//, "the user's files, in a separate program that imports only the package's exports"],
      [
        /^emulator\/(?:[\w-]+\/)+browser\/|^emulator\/page\/model\//,
        "messages from the emulator to its page",
      ],
      [
        /^(?:emulator\/(?:player\/joined-activity|base\/fault)|interactions\/messages\/message-file)\.ts$/,
        "copies of what the caller passed",
      ],
      [/^commands\/languages\/formats\.ts$/, "a file of which the readers accept only three levels"],
      [/^native\/addon-paths\.ts$/, "a manifest of which only the name is read"],
    ],
  ],
  [
    "reads the time and starts timers in the emulator only with its clock",
    /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\.|\bprocess\.(?:hrtime|uptime)\b|\bset(?:Timeout|Interval)\b|\btimers\/promises\b|\bAbortSignal\.timeout\b/,
    [
      [/^emulator\/base\/clock\.ts$/, "the clock itself"],
      [/^emulator\/[\w-]+\/browser\//, "browser code, where the time cannot be controlled"],
      [/^(?!emulator\/)/, "the library"],
    ],
  ],
];

it.each(rules)("%s", (_rule, pattern, exceptions) => {
  const using = pathsOf(sources.filter(({ text }) => pattern.test(text)));
  expect(using.filter((path) => !exceptions.some(([files]) => files.test(path)))).toEqual([]);
  const unused = exceptions.filter(([files]) => !using.some((path) => files.test(path)));
  expect(unused).toEqual([]);
});

/** The emulator defines these times itself, and the wire types only declare them. */
const definesTimes = /^(?:emulator|wire)\//;
/** Matches code that reads a time from another party's field or header. */
const readsTime =
  /\.(?:expires_in|interval)\b|\[(?:"retry_after"|"expires_in"|"interval")\]|\bretry_after \*|\bget\("(?:retry-after|x-ratelimit-reset(?:-after)?)"\)|\?\? ?(?:expires_in|retry_after)\b/;

test("parses every duration from another party with parseSeconds", () => {
  const reading = sources
    .filter(({ path }) => !definesTimes.test(path))
    .flatMap(({ path, text }) => text.split("\n").map((line) => `${path}: ${line.trim()}`))
    .filter((line) => !/: (?:\*|\/\/|\/\*)/.test(line) && readsTime.test(line));
  expect(reading.length).toBeGreaterThan(4);
  expect(reading.filter((line) => !/\bparseSeconds(?:Text)?\(/.test(line))).toEqual([]);
});

/**
 * In Node 20, freeing the object that generated a key makes the garbage collector wait for the key. If the collector runs while
 * the key is locked for its export as a JWK, the process hangs forever. A key imported from its bytes is not affected.
 */
const mayHang = (source: string): boolean =>
  /\bgenerateKeyPair/.test(source) &&
  /format: "jwk"|exportKey\("jwk"/.test(source) &&
  !/\bprivateKeyEncoding: \{/.test(source);

test("exports no generated key as a JWK", () => {
  const files = ["src", "examples", "scripts", "test"].flatMap((folder) =>
    filesIn(folder, /\.(?:[jt]sx?|mjs)$/),
  );
  expect(pathsOf(files.filter(({ text }) => mayHang(text)))).toEqual([]);
});
