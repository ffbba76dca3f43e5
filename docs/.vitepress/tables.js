/** Text widths, in pixels, below which a table becomes a list of cards. */
const steps = [360, 480, 600, 720, 840, 960, 1080];
const characterWidth = 7.5;
const cellPadding = 33;
/** How many characters make a text long. */
const longText = 24;

/**
 * Turns tables that are too wide for the text column into one card per row, in which each cell shows its column heading. A
 * table's CSS class encodes its minimum width.
 */
export function tablesOfSite(markdown) {
  const { rules } = markdown.renderer;
  rules.table_open = (tokens, index) => {
    const rows = rowsOf(tokens, index);
    labelCells(rows);
    return `<div class="table needs-${stepFor(rows)}"><table>\n`;
  };
  rules.table_close = () => "</table></div>\n";
}

/** Returns each row's cells: the opening token, the text, and the text padded for the extra width of inline code. */
function rowsOf(tokens, start) {
  const rows = [];
  for (let index = start; tokens[index].type !== "table_close"; index += 1) {
    if (tokens[index].type === "tr_open") rows.push([]);
    if (!/^t[hd]_open$/.test(tokens[index].type)) continue;
    const { children } = tokens[index + 1];
    rows.at(-1).push({ token: tokens[index], text: textOf(children), roomy: roomyTextOf(children) });
  }
  return rows;
}

const textOf = (children) =>
  children.map(({ type, content }) => (/^(?:text|code_inline)$/.test(type) ? content : "")).join("");

/** Inline code has padding, and short code does not wrap. */
function roomyTextOf(children) {
  const parts = children.map((token) => {
    if (token.type !== "code_inline") return textOf([token]);
    if (token.content.length > 24) return `${token.content}··`;
    token.attrJoin("class", "short");
    return `${token.content.replaceAll(" ", "·")}··`;
  });
  return parts.join("");
}

function labelCells([headings, ...rows]) {
  for (const row of rows) {
    for (const [column, { token, text }] of row.entries()) {
      token.attrSet("data-label", headings[column].text);
      if (/^[\s–-]*$/.test(text)) token.attrJoin("class", "empty");
      if (row.length === 2) token.attrJoin("class", "single");
      if (text.length >= longText) token.attrJoin("class", "long");
    }
  }
}

/** Each column needs the width of its longest word; a long text needs at least 24 characters. */
function stepFor(rows) {
  const columns = rows[0].map((_heading, column) => rows.map((row) => row[column].roomy));
  const widths = columns.map((texts) => {
    const word = Math.max(...texts.flatMap((text) => text.split(/\s+/)).map(({ length }) => length));
    const text = Math.max(...texts.map(({ length }) => length));
    return Math.max(word, Math.min(text, longText)) * characterWidth + cellPadding;
  });
  const needed = widths.reduce((sum, width) => sum + width, 0);
  return steps.find((step) => step >= needed) ?? "cards";
}

/** The first cell is the card's title. Other cells show their heading on the left, except in two-column tables. */
const cards = (step) => `
.needs-${step} :is(table, tbody, tr) { display: block; }
.needs-${step} thead { display: none; }
.needs-${step} table { --label: clamp(104px, 22cqi, 176px); border: 0; }
.needs-${step} tr:nth-child(n) { background: none; border: 1px solid var(--vp-c-divider); border-radius: 8px; margin-bottom: 12px; padding: 8px 16px; }
.needs-${step} td { display: flow-root; border: 0; padding: 4px 0; overflow-wrap: anywhere; }
.needs-${step} td.empty { display: none; }
.needs-${step} td:first-child { font-weight: 600; }
.needs-${step} td:not(:first-child, .single) { padding-left: var(--label); }
.needs-${step} td:not(:first-child, .single)::before { content: attr(data-label); float: left; width: calc(var(--label) - 8px); margin-left: calc(-1 * var(--label)); color: var(--vp-c-text-2); }
@container (min-width: 640px) {
  .needs-${step} tr { display: grid; grid-template-columns: 1fr 1fr; column-gap: 16px; }
  .needs-${step} :is(td:first-child, td.long, td.single) { grid-column: 1 / -1; }
}`;

/** The cards' CSS. Container queries do not accept variables, so each step repeats the rules. */
export const tableStyle = [
  ".vp-doc .table { container-type: inline-size; margin: 20px 0; }",
  ...steps.map((step) => `@container (max-width: ${step - 1}px) {${cards(step)}\n}`),
  cards("cards"),
].join("\n");
