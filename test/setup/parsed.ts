import { parseAst } from "rolldown/parseAst";

type Tree = ReturnType<typeof parseAst>;

const trees = new Map<string, Tree>();

/** Parses a TypeScript source. Results are cached, because several tests read the same files. */
export function parsed(source: string, lang: "ts" | "tsx" | "dts"): Tree {
  const key = lang + source;
  const tree = trees.get(key) ?? parseAst(source, { lang });
  trees.set(key, tree);
  return tree;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Visits every node in source order. Skips a node's children if `see` returns `false`. */
export function visitNodes(part: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(part)) for (const one of part) visitNodes(one, see);
  else if (isNode(part) && see(part)) for (const below of Object.values(part)) visitNodes(below, see);
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";
}
