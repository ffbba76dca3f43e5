import { parseAst } from "rolldown/parseAst";

type Tree = ReturnType<typeof parseAst>;

const trees = new Map<string, Tree>();

/** The syntax of a TypeScript source. Several tests read the same ones: each process parses them once. */
export function parsed(source: string, lang: "ts" | "tsx" | "dts"): Tree {
  const key = lang + source;
  const tree = trees.get(key) ?? parseAst(source, { lang });
  trees.set(key, tree);
  return tree;
}

/** A part of the syntax, such as a literal or an import. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Shows every node of a syntax, or of a part of it, in reading order; below one for which `see` gives `false` it does not go. */
export function visitNodes(part: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(part)) for (const one of part) visitNodes(one, see);
  else if (isNode(part) && see(part)) for (const below of Object.values(part)) visitNodes(below, see);
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";
}
