import { existsSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { warningsIn } from "../setup/child-process.ts";
import {
  type Block,
  blocksIn,
  blocksOf,
  documents,
  examples,
  locationOf,
} from "../setup/documents/blocks.ts";
import { givenNames, layOut, programOf, typeErrors } from "../setup/documents/layout.ts";
import { runBlocks, serveBlock } from "../setup/documents/run-block.ts";
import { objectionsTo, typedIn } from "../setup/documents/shell-lines.ts";
import { programPage } from "../setup/program/program-page.ts";

const root = new URL("../../", import.meta.url);
const blocks = [
  ...documents().flatMap(blocksOf),
  ...blocksIn(programPage(), "docs/program.md"),
  ...examples(),
];
/** Blocks with a known error, to test error detection. */
const wrong = ["js", "ts"].map((language): Block => ({
  document: `${language}.md`,
  line: 7,
  language,
  kind: "fragment",
  text: "nothing();\n",
}));
const isCode = ({ language }: Block): boolean => language === "js" || language === "ts";
const runsElsewhere = ({ kind }: Block): boolean => kind.startsWith("run-by=");

/** The words allowed after a block's language; see CONTRIBUTING.md. */
const kinds: Readonly<Record<string, RegExp>> = {
  js: /^(?:|module|fragment|server|run-by=.+)$/,
  ts: /^(?:|module|fragment|server|run-by=.+)$/,
  sh: /^(?:|run-by=.+)$/,
  console: /^$/,
  json: /^(?:|run-by=.+)$/,
  yaml: /^$/,
  diff: /^$/,
  html: /^$/,
  text: /^$/,
};

const withPositions = (chosen: readonly Block[]) =>
  chosen.map((block) => [locationOf(block), block] as const);
const withLanguage = (...languages: string[]) =>
  withPositions(blocks.filter(({ language }) => languages.includes(language)));

it("recognizes every block's kind", () => {
  expect(blocks.length).toBeGreaterThan(60);
  expect(blocks.filter(({ language, kind }) => !kinds[language]?.test(kind)).map(locationOf)).toEqual([]);
});

it("requires every test that runs a document's block to name the document", () => {
  const unknown = blocks.filter(runsElsewhere).filter((block) => {
    const test = new URL(block.kind.replace("run-by=", ""), root);
    return !existsSync(test) || !readFileSync(test, "utf8").includes(block.document);
  });
  expect(unknown.map(locationOf)).toEqual([]);
});

it("requires every module block to be imported by a later block", () => {
  const unused = blocks.filter(
    ({ kind, file, document, line }) =>
      kind === "module" &&
      !blocks.some(
        (other) => other.document === document && other.line > line && other.text.includes(`"./${file}"`),
      ),
  );
  expect(unused.map(locationOf)).toEqual([]);
});

it("requires every name that a document provides to be used in a fragment", () => {
  const unused = documents().flatMap((document) => {
    const fragments = blocksOf(document).filter(({ kind }) => kind === "fragment");
    const text = fragments.map((block) => block.text).join("\n");
    return givenNames(document).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  });
  expect(unused).toEqual([]);
});

it.each(withLanguage("json"))("validates JSON against its schema: %s", (_position, block) => {
  const value = JSON.parse(block.text) as { readonly $schema?: string };
  const [, name] = /\/dist\/schemas\/(\S+)$/.exec(value.$schema ?? "") ?? [];
  if (name === undefined) return;
  const schema = JSON.parse(readFileSync(new URL(`dist/schemas/${name}`, root), "utf8")) as object;
  const takes = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  expect(takes(value), JSON.stringify(takes.errors)).toBe(true);
});

it.each(withLanguage("yaml"))("parses the YAML: %s", (_position, block) => {
  expect(() => parse(block.text) as unknown).not.toThrow();
});

it.each(withLanguage("sh"))(
  "uses only existing commands and options in shell code: %s",
  (_position, block) => {
    expect(runsElsewhere(block) ? [] : objectionsTo(block.text, block.document)).toEqual([]);
  },
);

it.each(withLanguage("console"))(
  "uses only existing commands and options in console input: %s",
  (_position, block) => {
    expect(typedIn(block.text)).not.toBe("");
    expect(objectionsTo(typedIn(block.text), block.document)).toEqual([]);
  },
);

describe("the documents' code", () => {
  const code = blocks.filter((block) => isCode(block) && !runsElsewhere(block));
  let errors: string[];
  beforeAll(async () => {
    layOut([...code, ...wrong]);
    errors = await typeErrors([...code, ...wrong]);
  });

  it("compiles against the built declarations", () => {
    const nothing = (position: string) => `${position}: error TS2304: Cannot find name 'nothing'.`;
    expect(errors).toEqual([nothing("js.md:8"), nothing("ts.md:8")]);
  });

  const programs = code.filter(({ kind }) => kind === "");
  const withPrograms = [...new Set(programs.map(({ document }) => document))];
  it.concurrent.each(withPrograms)(
    "runs in order in %s",
    async (document) => {
      const own = programs.filter((block) => block.document === document);
      const ended = (await runBlocks(own.map(programOf))).map(({ status, stderr }, index) => ({
        position: locationOf(own[index]!),
        status,
        warnings: warningsIn(stderr),
      }));
      expect(ended).toEqual(own.map((block) => ({ position: locationOf(block), status: 0, warnings: [] })));
    },
    120_000,
  );

  const servers = withPositions(code.filter(({ kind }) => kind === "server"));
  it.each(servers)("serves an endpoint that the service accepts: %s", async (_position, block) => {
    await serveBlock(programOf(block));
  });
});
