// VitePress options. These functions also run in the browser, so they must not use anything outside their bodies.

/** Ranks guides above the reference, a page's introduction above its sections, and lists and tables last. */
function boostDocument(id, _term, { title, titles }) {
  const [page, section = ""] = id.split("#");
  if (/^(?:throws|returns|parameters|properties|constructor|all-pages)(?:-\d+)?$/.test(section)) return 0.1;
  if (/\/(?:[^/]+-rules|errors|program)(?:\.html)?$/.test(page)) return 0.4;
  if (/\/(?:reference\/.*|examples\/)$/.test(page)) return 0.4;
  if (/\/benchmarks(?:\.html)?$/.test(page) && titles.length > 0) return 0.4;
  // The title is a file name.
  if (/\/examples\//.test(page)) return /\.\w+$/.test(title) ? 0.4 : 0.8;
  const beginning = titles.length === 0 ? 1.5 : 1;
  if (/\/guides\/(?!troubleshooting)/.test(page)) return 1.5 * beginning;
  return page.endsWith("/") ? 2 : beginning;
}

/** Strips common English suffixes, so that "bundle" matches "bundling" and "log" matches "logs". */
function processTerm(term) {
  return term.toLowerCase().replace(/(?<=.{3})(?:s|(?<=.{4})(?:ing|ed|es|e))$/, "");
}

/** Treats "log in/out" as "sign in/out", as the pages say. Splits words like MiniSearch. */
function tokenize(text) {
  return text.replaceAll(/\blog[ -]?(in|out)\b/gi, "sign $1").split(/[\n\r\p{Z}\p{P}]+/u);
}

export const search = {
  provider: "local",
  options: { miniSearch: { options: { processTerm, tokenize }, searchOptions: { boostDocument } } },
};
