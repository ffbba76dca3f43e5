// A picture of a terminal: text in SVG, dark or light as the reader's browser is.

/** @import { Cell, Look } from "./terminal-screen.js" */

const cell = { width: 8.43, height: 19 };
const margin = 16;

/**
 * @param {string} title - what was typed
 * @param {readonly (readonly Cell[])[]} lines
 * @param {number} columns
 */
export function terminalPicture(title, lines, columns) {
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = (lines.length + 1) * cell.height + 2 * margin;
  const typed = `<text y="${margin + 14}"><tspan x="${margin}" class="dim">$ </tspan><tspan class="bold">${escaped(title)}</tspan></text>`;
  const texts = lines.map((line, index) => textOf(line, margin + 14 + (index + 1) * cell.height));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
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
 * @param {readonly Cell[]} line
 * @param {number} y
 */
function textOf(line, y) {
  const runs = runsOf(line).filter(({ text }) => text.trim() !== "");
  if (runs.length === 0) return "";
  // Each run says how wide it is: fonts differ, and columns stay where they are.
  const spans = runs.map(
    ({ text, at, look }) =>
      `<tspan x="${position(at)}" textLength="${round(text.length * cell.width)}"${classOf(look)}>${escaped(text)}</tspan>`,
  );
  return `<text y="${y}">${spans.join("")}</text>`;
}

/** @param {readonly Cell[]} line */
function runsOf(line) {
  /** @type {{ text: string, at: number, look: Look }[]} */
  const runs = [];
  line.forEach(({ text, look }, at) => {
    const last = runs.at(-1);
    if (last && last.look === look) last.text += text;
    else runs.push({ text, at, look });
  });
  return runs.map((run) => ({ ...run, text: run.text.trimEnd() }));
}

/** @param {Look} look */
function classOf({ bold, dim, colour }) {
  const names = [bold && "bold", dim && "dim", colour].filter(Boolean);
  return names.length === 0 ? "" : ` class="${names.join(" ")}"`;
}

/** @param {number} column */
function position(column) {
  return round(margin + column * cell.width);
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
