/**
 * A Linux program or library.
 *
 * @typedef {object} Elf
 * @property {string | undefined} processor - as in target names
 * @property {string[]} exports
 * @property {{ name: string, isWeak: boolean, isVersioned: boolean }[]} imports
 * @property {string[]} versions - of its libraries, such as `GLIBC_2.17`
 * @property {string[]} libraries - by file name
 * @property {string[]} protections - of `PIE`, `NX`, `RELRO` and `BIND_NOW`
 */

/** @typedef {{ type: number, at: number, size: number, strings: number }} Section */

const processors = new Map([
  [0x3e, "x64"],
  [0xb7, "arm64"],
]);
const dynamic = 6;
const dynamicSymbols = 11;
const neededVersions = 0x6ffffffe;
const symbolVersions = 0x6fffffff;
const neededLibrary = 1;
const dynamicFlags = 30;
const bindNow = 8;
const positionIndependent = 3;
const stackSegment = 0x6474e551;
const relocatedReadOnly = 0x6474e552;
const executable = 1;

/**
 * Reads a 64-bit little-endian ELF file.
 *
 * @param {Buffer} file
 * @returns {Elf}
 */
export function readElf(file) {
  if (file.readUInt32BE(0) !== 0x7f454c46 || file[4] !== 2 || file[5] !== 1)
    throw new Error("Not a 64-bit little-endian ELF file.");
  const sections = readSections(file);
  const symbols = readSymbols(file, sections);
  return {
    processor: processors.get(file.readUInt16LE(0x12)),
    exports: symbols.filter(({ isImport }) => !isImport).map(({ name }) => name),
    imports: symbols.filter(({ isImport }) => isImport),
    versions: readVersions(file, sections),
    libraries: readLibraries(file, sections),
    protections: readProtections(file, sections),
  };
}

/**
 * @param {Buffer} file
 * @param {Section[]} sections
 */
function readProtections(file, sections) {
  const start = offset(file, 0x20);
  const each = file.readUInt16LE(0x36);
  const segments = Array.from({ length: file.readUInt16LE(0x38) }, (_, index) => start + index * each);
  /** @param {number} type */
  const segment = (type) => segments.find((at) => file.readUInt32LE(at) === type);
  const stack = segment(stackSegment);
  const flags = dynamicEntries(file, sections).find(({ tag }) => tag === dynamicFlags)?.value ?? 0;
  return [
    ...(file.readUInt16LE(0x10) === positionIndependent ? ["PIE"] : []),
    ...(stack !== undefined && (file.readUInt32LE(stack + 4) & executable) === 0 ? ["NX"] : []),
    ...(segment(relocatedReadOnly) === undefined ? [] : ["RELRO"]),
    ...((flags & bindNow) === 0 ? [] : ["BIND_NOW"]),
  ];
}

/**
 * @param {Buffer} file
 * @returns {Section[]}
 */
function readSections(file) {
  const start = offset(file, 0x28);
  const each = file.readUInt16LE(0x3a);
  return Array.from({ length: file.readUInt16LE(0x3c) }, (_, index) => {
    const header = start + index * each;
    const linked = start + file.readUInt32LE(header + 0x28) * each;
    return {
      type: file.readUInt32LE(header + 4),
      at: offset(file, header + 0x18),
      size: offset(file, header + 0x20),
      strings: offset(file, linked + 0x18),
    };
  });
}

/**
 * Returns the non-local dynamic symbols.
 *
 * @param {Buffer} file
 * @param {Section[]} sections
 */
function readSymbols(file, sections) {
  const table = sections.find(({ type }) => type === dynamicSymbols);
  const versions = sections.find(({ type }) => type === symbolVersions);
  if (!table) return [];
  return Array.from({ length: table.size / 24 }, (_, index) => {
    const at = table.at + index * 24;
    const binding = (file[at + 4] ?? 0) >> 4;
    return {
      name: textAt(file, table.strings + file.readUInt32LE(at)),
      isLocal: binding === 0,
      isWeak: binding === 2,
      isImport: file.readUInt16LE(at + 6) === 0,
      isVersioned: versions !== undefined && (file.readUInt16LE(versions.at + index * 2) & 0x7fff) > 1,
    };
  }).filter(({ isLocal }) => !isLocal);
}

/**
 * @param {Buffer} file
 * @param {Section[]} sections
 */
function readVersions(file, sections) {
  const table = sections.find(({ type }) => type === neededVersions);
  if (!table) return [];
  const found = [];
  for (let library = table.at, next = -1; next !== 0; library += next) {
    let version = library + file.readUInt32LE(library + 8);
    for (let remaining = file.readUInt16LE(library + 2); remaining > 0; remaining--) {
      found.push(textAt(file, table.strings + file.readUInt32LE(version + 8)));
      version += file.readUInt32LE(version + 12);
    }
    next = file.readUInt32LE(library + 12);
  }
  return found;
}

/**
 * @param {Buffer} file
 * @param {Section[]} sections
 */
function readLibraries(file, sections) {
  const strings = sections.find(({ type }) => type === dynamic)?.strings ?? 0;
  return dynamicEntries(file, sections)
    .filter(({ tag }) => tag === neededLibrary)
    .map(({ value }) => textAt(file, strings + value));
}

/**
 * @param {Buffer} file
 * @param {Section[]} sections
 */
function dynamicEntries(file, sections) {
  const table = sections.find(({ type }) => type === dynamic);
  if (!table) return [];
  return Array.from({ length: table.size / 16 }, (_, index) => table.at + index * 16).map((at) => ({
    tag: offset(file, at),
    value: offset(file, at + 8),
  }));
}

/**
 * @param {Buffer} file
 * @param {number} at
 */
function offset(file, at) {
  return Number(file.readBigUInt64LE(at));
}

/**
 * Returns the zero-terminated string at an offset.
 *
 * @param {Buffer} file
 * @param {number} at
 */
export function textAt(file, at) {
  return file.toString("latin1", at, file.indexOf(0, at));
}
