import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Node, parsed, visitNodes } from "./parsed.ts";

/**
 * Returns the module to which a file belongs: its first directory under `root`, or the file's own name. Each of the emulator's
 * directories is a module.
 */
export function roomOf(root: string, file: string): string {
  const [first = "", second = "", ...more] = relative(root, file).split("/");
  if (first === "emulator" && more.length > 0) return `${first}/${second}`;
  return first.replace(/\.tsx?(?:\?\w+)?$/, "");
}

/** Maps each module under `root` to the modules that it imports, each with one importing file. */
export function importDirections(
  root: string,
  files: readonly FileImports[] = allImports(root),
): Map<string, Map<string, string>> {
  const directions = new Map<string, Map<string, string>>();
  for (const { file, imports } of files) {
    const room = roomOf(root, file);
    const targets = directions.get(room) ?? new Map<string, string>();
    directions.set(room, targets);
    for (const { specifier } of imports.filter(isRelative)) {
      // `?text` imports a file's text, not its code.
      if (specifier.endsWith("?text")) continue;
      const target = roomOf(root, join(dirname(file), specifier));
      if (target !== room) targets.set(target, file);
    }
  }
  return directions;
}

interface Import {
  readonly specifier: string;
  /** Whether only types are imported, in which case nothing is loaded at run time. */
  readonly isType: boolean;
}

interface FileImports {
  readonly file: string;
  readonly imports: readonly Import[];
}

/** Maps every file that `entry` loads, statically or dynamically, to a file that imports it. */
export function loadedBy(entry: string, files: readonly FileImports[]): Map<string, string> {
  const known = new Map(files.map(({ file, imports }) => [file, imports]));
  const loaded = new Map([[entry, ""]]);
  for (const file of loaded.keys())
    for (const { specifier } of known.get(file)?.filter((one) => isRelative(one) && !one.isType) ?? []) {
      const next = join(dirname(file), specifier.replace(/\?\w+$/, ""));
      if (!loaded.has(next)) loaded.set(next, file);
    }
  return loaded;
}

function isRelative({ specifier }: Import): boolean {
  return specifier.startsWith(".");
}

export function allImports(root: string): FileImports[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(root, path))
    .map((file) => ({
      file,
      imports: importsOf(readFileSync(file, "utf8"), file.endsWith("x") ? "tsx" : "ts"),
    }));
}

/** Stands for a computed specifier in `import(…)`. */
export const worked = "(worked out)";

/** Returns all module specifiers in a TypeScript source, in source order. */
export function importsOf(source: string, lang: "ts" | "tsx" = "ts"): Import[] {
  const found: Import[] = [];
  visitNodes(parsed(source, lang), (node) => {
    const specifier = specifierIn(node);
    if (specifier !== undefined) found.push({ specifier: textOf(specifier), isType: isTypeOnly(node) });
    return true;
  });
  return found;
}

/** `import` and `export … from`, `import()`, `import("…").Type`, `import x = require("…")` and `require("…")`. */
function specifierIn(node: Node): Node | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return (node["source"] ?? undefined) as Node | undefined;
    case "TSExternalModuleReference":
      return node["expression"] as Node;
    case "CallExpression":
      return (node["callee"] as Node)["name"] === "require" ? (node["arguments"] as Node[])[0] : undefined;
    default:
      return undefined;
  }
}

function isTypeOnly({ type, importKind, exportKind }: Node): boolean {
  return type === "TSImportType" || importKind === "type" || exportKind === "type";
}

function textOf(specifier: Node): string {
  if (typeof specifier["value"] === "string") return specifier["value"];
  const [text, ...more] = (specifier["quasis"] ?? []) as { readonly value: { readonly cooked: string } }[];
  return text && more.length === 0 ? text.value.cooked : worked;
}
