// Renders a terminal's output as SVG text, in the reader's color scheme.

/** @typedef {{ bold: boolean, dim: boolean, color: string }} Style */
/** @typedef {{ text: string, style: Style }} Cell */

const cell = { width: 8.43, height: 19 };
const margin = 16;
/** @type {Readonly<Record<string, string>>} */
const colors = { 31: "red", 32: "green", 33: "yellow", 36: "cyan" };
/** @type {Style} */
const plain = { bold: false, dim: false, color: "" };
// oxlint-disable-next-line no-control-regex -- escape sequences start with ESC
const part = /\u001B\[(\?)?([\d;]*)([A-Za-z])|([\s\S])/gu;

/**
 * @param {string} command
 * @param {string} output
 * @param {number} columns
 */
export function renderTerminal(command, output, columns) {
  const lines = screenAfter(output);
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = (lines.length + 1) * cell.height + 2 * margin;
  const typed = `<text y="${margin + 14}"><tspan x="${margin}" class="dim">$ </tspan><tspan class="bold">${escaped(command)}</tspan></text>`;
  const texts = lines.map((line, index) => textOf(line, margin + 14 + (index + 1) * cell.height));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(command)}">
<style>
rect { fill: #ffffff; stroke: #d0d7de }
text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre }
.bold { font-weight: bold } .dim { fill: #59636e }
.red { fill: #cf222e } .green { fill: #116329 } .yellow { fill: #7d4e00 } .cyan { fill: #0a6b7a }
@media (prefers-color-scheme: dark) {
rect { fill: #0d1117; stroke: #3d444d } text { fill: #e6edf3 } .dim { fill: #9198a1 }
.red { fill: #ff7b72 } .green { fill: #56d364 } .yellow { fill: #e3b341 } .cyan { fill: #56d4dd }
}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${[typed, ...texts].filter(Boolean).join("\n")}
</svg>
`;
}

/**
 * Returns the lines on the screen. Supports the control sequences that the program uses: styles, set column, erase line.
 *
 * @param {string} output
 */
function screenAfter(output) {
  /** @type {Cell[][]} */
  const lines = [[]];
  let [row, column, style] = [0, 0, plain];
  for (const [, isPrivate, numbers = "", letter, character] of output.matchAll(part)) {
    const line = (lines[row] ??= []);
    if (character === "\n") lines[++row] ??= [];
    else if (character === "\r") column = 0;
    else if (character !== undefined) {
      while (line.length < column) line.push({ text: " ", style: plain });
      line[column++] = { text: character, style };
    } else if (letter === "m") style = styleAfter(numbers, style);
    else if (letter === "K") line.length = Math.min(line.length, column);
    else if (letter === "G" && !isPrivate) column = Number(numbers || 1) - 1;
  }
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** @param {string} numbers @param {Style} before @returns {Style} */
function styleAfter(numbers, before) {
  let style = before;
  for (const number of numbers.split(";")) {
    if (number === "" || number === "0") style = plain;
    else if (number === "1") style = { ...style, bold: true };
    else if (number === "2") style = { ...style, dim: true };
    else if (number === "22") style = { ...style, bold: false, dim: false };
    else if (number === "39") style = { ...style, color: "" };
    else style = { ...style, color: colors[number] ?? style.color };
  }
  return style;
}

/** @param {readonly Cell[]} line @param {number} y */
function textOf(line, y) {
  /** @type {{ text: string, at: number, style: Style }[]} */
  const runs = [];
  for (const [at, { text, style }] of line.entries()) {
    const last = runs.at(-1);
    if (last?.style === style) last.text += text;
    else runs.push({ text, at, style });
  }
  const visible = runs.map((run) => ({ ...run, text: run.text.trimEnd() })).filter(({ text }) => text !== "");
  // The explicit width keeps the columns aligned in every font.
  const spans = visible.map(
    ({ text, at, style }) =>
      `<tspan x="${round(margin + at * cell.width)}" textLength="${round(text.length * cell.width)}"${classOf(style)}>${escaped(text)}</tspan>`,
  );
  return spans.length === 0 ? "" : `<text y="${y}">${spans.join("")}</text>`;
}

/** @param {Style} style */
function classOf({ bold, dim, color }) {
  const names = [bold && "bold", dim && "dim", color].filter(Boolean);
  return names.length === 0 ? "" : ` class="${names.join(" ")}"`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
