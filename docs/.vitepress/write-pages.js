// Generates the home page and one page per example.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { exampleMarkdown, examples, examplesMarkdown } from "./examples.js";
import { repository } from "./repository.js";

const docs = new URL("../", import.meta.url);

writeFileSync(new URL("index.md", docs), homeMarkdown());
rmSync(new URL("examples/", docs), { recursive: true, force: true });
mkdirSync(new URL("examples/", docs));
writeFileSync(new URL("examples/index.md", docs), examplesMarkdown(repository));
for (const example of examples) {
  writeFileSync(new URL(`examples/${example.name}.md`, docs), exampleMarkdown(example, repository));
}

/** Combines the introduction of README.md, the sections of docs/README.md, and the supported systems from README.md. */
function homeMarkdown() {
  const readme = readFileSync(new URL("../README.md", docs), "utf8");
  const [start] = readme.split("\n## In a checkout");
  const [systems] = /^## What works where$[^]*?(?=^## )/m.exec(readme);
  const pages = readFileSync(new URL("README.md", docs), "utf8");
  return [
    "---\npageClass: home\naside: false\n---",
    start.replaceAll(`${repository}/raw/main/docs/`, "./"),
    pages.slice(pages.indexOf("\n## ")),
    systems,
  ].join("\n");
}
