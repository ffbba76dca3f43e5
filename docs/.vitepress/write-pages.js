// Generates the home page, the command-line page, and one page per example.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";
import { programText } from "../../scripts/bundle/program-text.js";
import { exampleMarkdown, examples, examplesMarkdown } from "./examples.js";
import { repository } from "./repository.js";

const docs = new URL("../", import.meta.url);

writeFileSync(new URL("index.md", docs), homeMarkdown());
writeFileSync(new URL("program.md", docs), await programMarkdown());
rmSync(new URL("examples/", docs), { recursive: true, force: true });
mkdirSync(new URL("examples/", docs));
writeFileSync(new URL("examples/index.md", docs), examplesMarkdown(repository));
for (const example of examples) {
  writeFileSync(new URL(`examples/${example.name}.md`, docs), exampleMarkdown(example, repository));
}

/** Combines README.md's introduction, docs/README.md's sections, and README.md's list of supported systems. */
function homeMarkdown() {
  const readme = readFileSync(new URL("../README.md", docs), "utf8");
  const [start] = readme.split("\n## Build from source");
  const [systems] = /^## Supported systems$[^]*?(?=^## )/m.exec(readme);
  const pages = readFileSync(new URL("README.md", docs), "utf8");
  return [
    "---\npageClass: home\naside: false\n---",
    start.replaceAll(`${repository}/raw/main/docs/`, "./"),
    pages.slice(pages.indexOf("\n## ")),
    systems,
  ].join("\n");
}

/** Bundles the generator first, because Node.js before 22.18 does not run TypeScript. The page needs no command's code. */
async function programMarkdown() {
  const root = new URL("../", docs);
  const file = new URL("build/program-page/program-page.js", root);
  const bundle = await rolldown({
    input: new URL("test/setup/program/program-page.ts", root).pathname,
    platform: "node",
    external: /^slashpass/,
    plugins: [
      programText(),
      { name: "without-commands", resolveDynamicImport: (id) => ({ id, external: true }) },
    ],
  });
  await bundle.write({ file: file.pathname });
  const { programPage } = await import(file);
  return programPage();
}
