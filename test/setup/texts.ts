import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isNode, type Node, parsed, visitNodes } from "./parsed.ts";

export interface ListedTexts {
  readonly file: string;
  readonly texts: readonly string[];
}

/**
 * Lists the messages in the sources under `root`, in source order: string literals, template literals and JSX text that are
 * sentences or parts of sentences. Inserted expressions are shown in braces.
 */
export function listTexts(root: string): ListedTexts[] {
  return listBelow(root, /(?<!\.d)\.tsx?$/, (source, path) =>
    textsOf(source, path.endsWith("x") ? "tsx" : "ts"),
  );
}

/** Lists the messages in each file under `root` whose path matches `wanted`. */
export function listBelow(
  root: string,
  wanted: RegExp,
  textsIn: (source: string, path: string) => string[],
): ListedTexts[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => wanted.test(path))
    .toSorted()
    .map((path) => ({ file: path, texts: textsIn(readFileSync(join(root, path), "utf8"), path) }))
    .filter(({ texts }) => texts.length > 0);
}

/** Returns the sentences, and parts of sentences, in a source. */
export function textsOf(source: string, lang: "ts" | "tsx" = "ts"): string[] {
  const found: string[] = [];
  const see = (node: Node): boolean => {
    const text = textOf(node, source);
    if (text === undefined) return true;
    if (isSentence(text)) found.push(text.replaceAll("\n", "\\n").replaceAll("\0", "\\0"));
    else if (node.type === "TemplateLiteral") visitNodes(node["expressions"], see);
    return false;
  };
  visitNodes(parsed(source, lang), see);
  return found;
}

/** Returns the text of a literal, or of literals concatenated with `+`. */
function textOf(node: Node, source: string): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "TemplateLiteral") return fill(node, source);
  if (node.type === "JSXText") return String(node["value"]).trim().replaceAll(/\s+/g, " ");
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return undefined;
  const [left, right] = [node["left"], node["right"]].map((side) =>
    isNode(side) ? textOf(side, source) : undefined,
  );
  return left === undefined || right === undefined ? undefined : left + right;
}

function fill(template: Node, source: string): string {
  const quasis = template["quasis"] as { readonly value: { readonly cooked: string } }[];
  const expressions = template["expressions"] as Node[];
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      return value.cooked + (expression ? `{${source.slice(expression.start, expression.end)}}` : "");
    })
    .join("");
}

/**
 * Returns true for three words or more, or for fewer that begin or end like a sentence. Excludes HTML, SVG, CSS and HTTP
 * responses.
 */
export function isSentence(text: string): boolean {
  if (/^(?:<!doctype|<svg|HTTP\/|M\d|\nconst )|\{[a-z-]+:/.test(text)) return false;
  const filled = text.replaceAll(/\{[^{}]*\}/g, "0");
  if (/^\p{Lu}\p{Ll}+(?::? \S|[.!?]$)/u.test(filled)) return true;
  return /\S\s+\S+\s+\S/.test(filled)
    ? /\p{L}{2}.*\s.*\p{L}{2}/su.test(filled)
    : /^\S+ \S*\p{L}{2}[.!?]$/u.test(filled);
}
