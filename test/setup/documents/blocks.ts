import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);

/** A fenced block of code in a document. */
export interface Block {
  /** Path of the document, from the root. */
  readonly document: string;
  /** Line of the fence; the code begins below it. */
  readonly line: number;
  readonly language: string;
  /** What stands behind the language. */
  readonly kind: string;
  readonly text: string;
  /** The file that its first line says it is: `// game.js`. */
  readonly file?: string;
}

/** The documents whose code is tried. */
export function documents(): string[] {
  const pages = readdirSync(new URL("docs", root), { recursive: true, encoding: "utf8" });
  return [
    "README.md",
    "CONTRIBUTING.md",
    ...pages
      .filter(isOwn)
      .map((path) => `docs/${path}`)
      .toSorted(),
  ];
}

/** Excludes files that the build of the site installs or generates. */
function isOwn(path: string): boolean {
  return (
    path.endsWith(".md") &&
    !/^(?:(?:index|program)\.md$|(?:node_modules|reference|examples|\.vitepress)\/)/.test(path)
  );
}

export function blocksOf(document: string): Block[] {
  return blocksIn(readFileSync(new URL(document, root), "utf8"), document);
}

/** Fences may be indented, inside of a list. */
export function blocksIn(markdown: string, document: string): Block[] {
  const fences = /^( *)```([^\n`]*)\n(.*?)^ *```$/gms;
  return Array.from(markdown.matchAll(fences), ({ 1: indent = "", 2: words = "", 3: code = "", index }) => {
    const [, language = "", kind = ""] = /^(\S*) *(.*)$/.exec(words.trim()) ?? [];
    const text = code.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    const [, file] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(text) ?? [];
    const line = markdown.slice(0, index).split("\n").length;
    return { document, line, language, kind, text, ...(file !== undefined && { file }) };
  });
}

/** The code below `@example` in the docstrings of `src`: it is compiled only. */
export function examples(): Block[] {
  return readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .toSorted()
    .flatMap((path) => examplesOf(`src/${path}`));
}

function examplesOf(document: string): Block[] {
  const source = readFileSync(new URL(document, root), "utf8");
  return Array.from(source.matchAll(/(?<=\n *\* @example\n)(?: *\*(?!\/).*\n)+/g), ({ 0: lines, index }) => {
    const above = source.slice(0, index).replaceAll(/.+/g, "");
    return blocksIn(above + lines.replaceAll(/^ *\* ?/gm, ""), document);
  })
    .flat()
    .map((block) => ({ ...block, kind: "fragment" }));
}

/** Where it stands, for a title and for the name of a file. */
export const placeOf = ({ document, line }: Block): string => `${document}:${line}`;
