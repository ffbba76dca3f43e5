// Of VitePress. These run in the reader's browser too, so that they use nothing from here.

/** Guides come before the reference, the beginning of a page before its sections, and lists and tables last. */
function boostDocument(id, _term, { title, titles }) {
  const [page, section = ""] = id.split("#");
  if (/^(?:throws|returns|parameters|properties|constructor|all-pages)(?:-\d+)?$/.test(section)) return 0.1;
  if (/\/(?:[^/]+-rules|errors|program)(?:\.html)?$/.test(page)) return 0.4;
  if (/\/(?:reference\/.*|examples\/)$/.test(page)) return 0.4;
  if (/\/benchmarks(?:\.html)?$/.test(page) && titles.length > 0) return 0.4;
  // Its title is the name of a file.
  if (/\/examples\//.test(page)) return /\.\w+$/.test(title) ? 0.4 : 0.8;
  const beginning = titles.length === 0 ? 1.5 : 1;
  if (/\/guides\/(?!troubleshooting)/.test(page)) return 1.5 * beginning;
  return page.endsWith("/") ? 2 : beginning;
}

/** "Bundle" and "bundling", "log" and "logs" are one word. */
function processTerm(term) {
  return term.toLowerCase().replace(/(?<=.{3})(?:s|(?<=.{4})(?:ing|ed|es|e))$/, "");
}

/** People log in and out; the pages say sign in and sign out. Splits as MiniSearch does. */
function tokenize(text) {
  return text.replaceAll(/\blog[ -]?(in|out)\b/gi, "sign $1").split(/[\n\r\p{Z}\p{P}]+/u);
}

export const search = {
  provider: "local",
  options: { miniSearch: { options: { processTerm, tokenize }, searchOptions: { boostDocument } } },
};
