import { parseAst } from "rolldown/parseAst";

type Tree = ReturnType<typeof parseAst>;

const trees = new Map<string, Tree>();

/** The syntax of a TypeScript source. Several tests read all of src: each process parses it once. */
export function parsed(source: string, lang: "ts" | "tsx"): Tree {
  const key = lang + source;
  const tree = trees.get(key) ?? parseAst(source, { lang });
  trees.set(key, tree);
  return tree;
}
