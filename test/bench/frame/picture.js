// Figures as pictures: SVG of a few kilobytes that is readable on light and dark ground.
import { shown } from "./figures.js";

/** In pixels: narrow, so that letters can be read where the page is. */
const width = 560;

/** The colours of the first line of each kind and of those after it, on light ground and on dark. */
const style = `<style>
text { font: 14px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
.dim { fill: #59636e } .end { text-anchor: end } .middle { text-anchor: middle } .bold { font-weight: bold }
.axis { stroke: #d0d7de; fill: none } .line { fill: none; stroke-width: 2 }
.ours { fill: #0969da; stroke: #0969da } .floor { fill: #8c959f; stroke: #8c959f } .peer { fill: #bc4c00; stroke: #bc4c00 }
.bar { stroke: none } .dash1 { stroke-dasharray: 6 4 } .dash2 { stroke-dasharray: 2 3 } .dash3 { stroke-dasharray: 9 3 2 3 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .dim { fill: #9198a1 } .axis { stroke: #3d444d }
.ours { fill: #4493f8; stroke: #4493f8 } .floor { fill: #6e7681; stroke: #6e7681 } .peer { fill: #f0883e; stroke: #f0883e }
}
text { stroke: none } .line { fill: none }
</style>`;

/** @param {import("./figures.js").Figures} part */
export function pictureOf(part) {
  return "lines" in part ? linesOf(part) : barsOf(part);
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** @param {string} label @param {number} height @param {string[]} parts */
function svg(label, height, parts) {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(label)}">\n${style}\n${parts.join("\n")}\n</svg>\n`;
}

/** Each name stands above its bar, however long it is. @param {import("./figures.js").TableFigures} table */
function barsOf({ rows, unit, title }) {
  const step = 44;
  const most = Math.max(...rows.map(({ median }) => median));
  const room = width - 120;
  const parts = rows.flatMap(({ what, kind, median }, index) => {
    const y = 18 + index * step;
    const length = Math.max(1.5, (median / most) * room);
    return [
      `<text x="0" y="${y}"${kind === "ours" ? ' class="bold"' : ""}>${escaped(nameOf(what, kind))}</text>`,
      `<rect x="0" y="${y + 6}" width="${length.toFixed(1)}" height="16" rx="2" class="bar ${kind}"/>`,
      `<text x="${(length + 6).toFixed(1)}" y="${y + 19}" class="dim">${shown(median)} ${escaped(unit)}</text>`,
    ];
  });
  return svg(title, rows.length * step + 6, parts);
}

/** @param {string} what @param {import("./bench.ts").Kind} kind */
function nameOf(what, kind) {
  return kind === "floor" ? `floor: ${what}` : what;
}

/** @param {import("./bench.ts").Growth} growth */
function linesOf({ lines, size, unit, title }) {
  const box = { left: 84, top: 14, right: width - 36, bottom: 260 };
  const points = lines.flatMap((line) => line.points);
  const across = axis(
    points.map(([at]) => at),
    box.left,
    box.right,
  );
  const up = axis(
    points.map(([, value]) => value),
    box.bottom,
    box.top,
  );
  const parts = [`<path class="axis" d="M${box.left} ${box.top}V${box.bottom}H${box.right}"/>`];
  for (const tick of across.ticks) {
    const x = across.place(tick).toFixed(1);
    parts.push(`<path class="axis" d="M${x} ${box.bottom}v5"/>`);
    parts.push(`<text x="${x}" y="${box.bottom + 19}" class="dim middle">${shown(tick)}</text>`);
  }
  for (const tick of up.ticks) {
    const y = up.place(tick);
    parts.push(`<path class="axis" d="M${box.left} ${y.toFixed(1)}H${box.right}"/>`);
    parts.push(`<text x="${box.left - 8}" y="${(y + 4).toFixed(1)}" class="dim end">${shown(tick)}</text>`);
  }
  parts.push(
    `<text x="${box.right}" y="${box.bottom + 36}" class="dim end">${escaped(size)}; up: ${escaped(unit)}</text>`,
  );
  for (const [index, { what, kind, points: all }] of lines.entries()) {
    const shape = `line ${kind} dash${lines.slice(0, index).filter((one) => one.kind === kind).length}`;
    const path = all
      .map(([at, value]) => `${across.place(at).toFixed(1)} ${up.place(value).toFixed(1)}`)
      .join("L");
    const y = box.bottom + 56 + index * 20;
    parts.push(`<path class="${shape}" d="M${path}"/>`);
    for (const [at, value] of all) {
      parts.push(
        `<circle class="${kind}" cx="${across.place(at).toFixed(1)}" cy="${up.place(value).toFixed(1)}" r="3"/>`,
      );
    }
    parts.push(`<path class="${shape}" d="M${box.left} ${y - 4}h36"/>`);
    parts.push(
      `<text x="${box.left + 46}" y="${y}"${kind === "ours" ? ' class="bold"' : ""}>${escaped(nameOf(what, kind))}</text>`,
    );
  }
  return svg(title, box.bottom + 56 + lines.length * 20, parts);
}

/**
 * A logarithmic axis over the powers of ten around the values.
 *
 * @param {readonly number[]} values
 * @param {number} from
 * @param {number} to
 */
function axis(values, from, to) {
  const known = values.filter((value) => value > 0);
  const least = Math.floor(Math.log10(Math.min(...known)) + 1e-9);
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...known)) - 1e-9));
  const place = (/** @type {number} */ value) =>
    from + ((Math.log10(Math.max(value, 10 ** least)) - least) / (most - least)) * (to - from);
  return { place, ticks: Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index)) };
}
