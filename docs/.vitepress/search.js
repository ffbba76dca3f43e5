/**
 * Of VitePress. Sections of guides come before those of the reference, and pages that are tables come last. It runs in the
 * reader's browser, so that it uses nothing from here.
 */
function boostDocument(id) {
  const [page, section = ""] = id.split("#");
  if (/^(?:throws|returns|parameters|properties|constructor)(?:-\d+)?$/.test(section)) return 0.1;
  if (/\/reference\//.test(page)) return 0.4;
  if (/\/(?:benchmarks|[^/]+-rules|token-failures|activities-protocol|program)(?:\.html)?$/.test(page))
    return 0.4;
  if (/\/guides\//.test(page)) return 1.5;
  return page.endsWith("/") ? 2 : 1;
}

export const search = { provider: "local", options: { miniSearch: { searchOptions: { boostDocument } } } };
