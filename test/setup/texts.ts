import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * Every text in the sources below `root`, in reading order: string and template literals of three words or more. What is
 * filled in stands in braces.
 */
export function listTexts(root: string): { readonly file: string; readonly texts: readonly string[] }[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .toSorted()
    .map((path) => ({ file: path, texts: textsOf(readFileSync(join(root, path), "utf8")) }))
    .filter(({ texts }) => texts.length > 0);
}

/** The sentences of one source. */
export function textsOf(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    const text = textOf(value, source);
    if (text === undefined) return Object.values(value).forEach(visit);
    if (isSentence(text)) found.push(text.replaceAll("\n", "\\n").replaceAll("\0", "\\0"));
    else if (value.type === "TemplateLiteral") visit(value["expressions"]);
  };
  visit(parseAst(source, { lang: "ts" }));
  return found;
}

/** The text of a literal, or of several joined by `+`. */
function textOf(node: Node, source: string): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "TemplateLiteral") return fill(node, source);
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return undefined;
  const [left, right] = [node["left"], node["right"]].map((side) =>
    isNode(side) ? textOf(side, source) : undefined,
  );
  return left === undefined || right === undefined ? undefined : left + right;
}

function fill(template: Node, source: string): string {
  const quasis = template["quasis"] as { readonly value: { readonly cooked: string } }[];
  const expressions = template["expressions"] as { readonly start: number; readonly end: number }[];
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      return value.cooked + (expression ? `{${source.slice(expression.start, expression.end)}}` : "");
    })
    .join("");
}

/** Three words or more that begin like a text, not like markup, a path or a style. */
function isSentence(text: string): boolean {
  return /^[\p{L}{"']/u.test(text) && /\p{L}\s+\S+\s+\S/u.test(text) && !/<|^M\d|\{[a-z-]+:/.test(text);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";
}
