import { textAt } from "./elf.js";
import { sha256 } from "./sources.js";

/**
 * A macOS library.
 *
 * @typedef {object} MachO
 * @property {string | undefined} processor - as in target names
 * @property {string} minimum - the oldest supported macOS, such as `11.0`
 * @property {string[]} exports
 * @property {string[]} libraries - by path
 * @property {string[]} dynamicLookups - symbols that the running program must provide
 * @property {string | undefined} signatureFault - undefined if the file has a valid ad-hoc signature
 */

const commands = {
  symbols: 0x2,
  dynamicSymbols: 0xb,
  library: 0xc,
  signature: 0x1d,
  info: 0x80000022,
  buildVersion: 0x32,
};
const processors = new Map([
  [0x01000007, "x64"],
  [0x0100000c, "arm64"],
]);
// The library number for symbols that any library in the process may provide.
const anyLibrary = 0xfe;

/**
 * Reads a 64-bit little-endian Mach-O file for one processor.
 *
 * @param {Buffer} file
 * @returns {MachO}
 */
export function readMachO(file) {
  if (file.readUInt32LE(0) !== 0xfeedfacf) throw new Error("Not a 64-bit Mach-O file for one processor.");
  const found = [...loadCommands(file)];
  /** @param {number} kind */
  const all = (kind) => found.filter((command) => command.kind === kind).map((command) => command.at);
  /** @param {number} kind */
  const one = (kind) => all(kind)[0];
  return {
    processor: processors.get(file.readUInt32LE(4)),
    minimum: minimumOf(file, one(commands.buildVersion)),
    exports: exportsOf(file, one(commands.info)),
    libraries: all(commands.library).map((at) => textAt(file, at + file.readUInt32LE(at + 8))),
    dynamicLookups: dynamicLookups(file, one(commands.symbols), one(commands.dynamicSymbols)),
    signatureFault: signatureFault(file, one(commands.signature)),
  };
}

/** @param {Buffer} file */
function* loadCommands(file) {
  let at = 32;
  for (let remaining = file.readUInt32LE(16); remaining > 0; remaining--) {
    yield { kind: file.readUInt32LE(at), at };
    at += file.readUInt32LE(at + 4);
  }
}

/**
 * @param {Buffer} file
 * @param {number | undefined} at
 */
function minimumOf(file, at) {
  if (at === undefined) return "0";
  const version = file.readUInt32LE(at + 12);
  return `${version >> 16}.${(version >> 8) & 0xff}`;
}

/**
 * Returns the names at the leaves of the export trie, without the leading underscore of C symbols.
 *
 * @param {Buffer} file
 * @param {number | undefined} at
 * @returns {string[]}
 */
function exportsOf(file, at) {
  if (at === undefined) return [];
  const start = file.readUInt32LE(at + 40);
  const tree = file.subarray(start, start + file.readUInt32LE(at + 44));
  return tree.length === 0 ? [] : namesBelow(tree, 0, "");
}

/**
 * @param {Buffer} tree
 * @param {number} node
 * @param {string} prefix
 * @returns {string[]}
 */
function namesBelow(tree, node, prefix) {
  const [size, from] = readNumber(tree, node);
  const names = size > 0 ? [prefix.slice(1)] : [];
  let at = from + size + 1;
  for (let remaining = tree.readUInt8(from + size); remaining > 0; remaining--) {
    const edge = textAt(tree, at);
    const [child, next] = readNumber(tree, at + edge.length + 1);
    names.push(...namesBelow(tree, child, prefix + edge));
    at = next;
  }
  return names;
}

/**
 * Returns a ULEB128 number and its end.
 *
 * @param {Buffer} bytes
 * @param {number} at
 * @returns {[number, number]}
 */
function readNumber(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes.readUInt8(at++);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value, at];
  }
}

/**
 * @param {Buffer} file
 * @param {number | undefined} table
 * @param {number | undefined} ranges
 */
function dynamicLookups(file, table, ranges) {
  if (table === undefined || ranges === undefined) return [];
  const strings = file.readUInt32LE(table + 16);
  const first = file.readUInt32LE(ranges + 24);
  return Array.from({ length: file.readUInt32LE(ranges + 28) }, (_, index) => {
    const symbol = file.readUInt32LE(table + 8) + (first + index) * 16;
    return { library: file.readUInt8(symbol + 7), name: textAt(file, strings + file.readUInt32LE(symbol)) };
  })
    .filter(({ library }) => library === anyLibrary)
    .map(({ name }) => name.slice(1));
}

/**
 * Checks each page's hash in the ad-hoc signature. Apple's processors do not run unsigned code.
 *
 * @param {Buffer} file
 * @param {number | undefined} at
 */
function signatureFault(file, at) {
  if (at === undefined) return "is not signed.";
  const directory = codeDirectory(file, file.readUInt32LE(at + 8));
  if (directory === undefined) return "has a signature without a code directory.";
  const { pages, pageSize, limit, hashes } = directory;
  if (limit !== file.readUInt32LE(at + 8)) return "has a signature that does not cover the whole file.";
  for (let page = 0; page < pages; page++) {
    const hash = sha256(file.subarray(page * pageSize, Math.min((page + 1) * pageSize, limit)));
    if (hash !== file.toString("hex", hashes + page * 32, hashes + page * 32 + 32))
      return `has a page ${page} that does not match its signature.`;
  }
  return undefined;
}

/**
 * @param {Buffer} file
 * @param {number} blobs
 */
function codeDirectory(file, blobs) {
  if (file.readUInt32BE(blobs) !== 0xfade0cc0) return undefined;
  const offsets = Array.from(
    { length: file.readUInt32BE(blobs + 8) },
    (_, index) => blobs + file.readUInt32BE(blobs + 16 + index * 8),
  );
  const at = offsets.find((offset) => file.readUInt32BE(offset) === 0xfade0c02);
  const adHoc = 2;
  if (at === undefined || (file.readUInt32BE(at + 12) & adHoc) === 0) return undefined;
  const pages = file.readUInt32BE(at + 28);
  const pageSize = 2 ** file.readUInt8(at + 39);
  const limit = file.readUInt32BE(at + 32);
  if (pages !== Math.ceil(limit / pageSize)) return undefined;
  return { pages, pageSize, limit, hashes: at + file.readUInt32BE(at + 16) };
}
