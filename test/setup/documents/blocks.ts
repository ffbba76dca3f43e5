import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);

export interface Block {
  /** The document's path, relative to the root. */
  readonly document: string;
  /** The line of the opening fence. */
  readonly line: number;
  readonly language: string;
  /** The info string after the language. */
  readonly kind: string;
  readonly text: string;
  /** The file name in the comment on the first line: `// game.js`. */
  readonly file?: string;
}

/** The documents whose code blocks are tested. */
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

/** Excludes files that the site build installs or generates. */
function isOwn(path: string): boolean {
  return (
    path.endsWith(".md") &&
    !/^(?:(?:index|program)\.md$|(?:node_modules|reference|examples|\.vitepress)\/)/.test(path)
  );
}

export function blocksOf(document: string): Block[] {
  return blocksIn(readFileSync(new URL(document, root), "utf8"), document);
}

/** Parses fenced code blocks, including those indented inside lists. */
export function blocksIn(markdown: string, document: string): Block[] {
  const fences = /^( *)```([^\n`]*)\n(.*?)^ *```$/gms;
  return Array.from(
    markdown.matchAll(fences),
    ({ 1: indent = "", 2: infoString = "", 3: code = "", index }) => {
      const [, language = "", kind = ""] = /^(\S*) *(.*)$/.exec(infoString.trim()) ?? [];
      const text = code.replaceAll(new RegExp(`^${indent}`, "gm"), "");
      const [, file] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(text) ?? [];
      const line = markdown.slice(0, index).split("\n").length;
      return { document, line, language, kind, text, ...(file !== undefined && { file }) };
    },
  );
}

/** Returns the `@example` blocks in docstrings of `src`. They are only compiled. */
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

/** Identifies a block in test titles and file names. */
export const locationOf = ({ document, line }: Block): string => `${document}:${line}`;
