// As much of a terminal as the program needs: what stands where, and how it looks, after all that was written.

/** @typedef {{ bold: boolean, dim: boolean, colour: string }} Look */
/** @typedef {{ text: string, look: Look }} Cell */

/** @type {Readonly<Record<string, string>>} */
const colours = { 31: "red", 32: "green", 33: "yellow", 36: "cyan" };
/** @type {Look} */
const plain = { bold: false, dim: false, colour: "" };
// oxlint-disable-next-line no-control-regex -- escape is what its sequences begin with
const part = /\u001B\[(\?)?([\d;]*)([A-Za-z])|([\s\S])/gu;

/**
 * @param {string} written
 * @returns {readonly (readonly Cell[])[]} the lines
 */
export function screenAfter(written) {
  /** @type {Cell[][]} */
  const lines = [[]];
  let [row, column, look] = [0, 0, plain];
  /** @type {Readonly<Record<string, (count: number) => void>>} */
  const moves = {
    A: (count) => (row = Math.max(0, row - count)),
    B: (count) => (row += count),
    C: (count) => (column += count),
    D: (count) => (column = Math.max(0, column - count)),
    G: (count) => (column = count - 1),
  };
  for (const [, isPrivate, numbers = "", letter, character] of written.matchAll(part)) {
    const line = (lines[row] ??= []);
    if (character === "\n") {
      row += 1;
      lines[row] ??= [];
    } else if (character === "\r") column = 0;
    else if (character !== undefined) {
      while (line.length < column) line.push({ text: " ", look: plain });
      line[column] = { text: character, look };
      column += 1;
    } else if (letter === "m") look = lookAfter(numbers, look);
    else if (letter === "K") line.length = Math.min(line.length, column);
    else if (letter === "J") {
      line.length = Math.min(line.length, column);
      lines.length = row + 1;
    } else if (!isPrivate) moves[letter ?? ""]?.(Number(numbers || 1));
  }
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines.map((line) => line ?? []);
}

/**
 * @param {string} numbers
 * @param {Look} look
 * @returns {Look}
 */
function lookAfter(numbers, look) {
  let after = look;
  for (const number of numbers.split(";")) {
    if (number === "" || number === "0") after = plain;
    else if (number === "1") after = { ...after, bold: true };
    else if (number === "2") after = { ...after, dim: true };
    else if (number === "22") after = { ...after, bold: false, dim: false };
    else if (number === "39") after = { ...after, colour: "" };
    else after = { ...after, colour: colours[number] ?? after.colour };
  }
  return after;
}
