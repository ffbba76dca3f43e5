import {
  type AnyNode,
  type ArrayExpression,
  type Identifier,
  type Literal,
  type ObjectExpression,
  type Property,
  type Expression,
  parse,
  parseExpressionAt,
  type Program,
} from "acorn";
import { isTypeScript } from "../settings/load-file.ts";
import type { PathKey } from "slashpass/commands";
import { readTextSync } from "../../core/resolve/read-file.ts";
import { dirname, resolve } from "node:path";
import * as nodeModule from "node:module";

export interface SourcePosition {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

interface Written {
  readonly node: AnyNode;
  readonly source: Source;
  readonly field?: Property;
}

/** Guards against circular references. */
const mostSteps = 50;

/** Finds the nearest position if the value is computed. */
export class PositionFinder {
  readonly #path: string;
  readonly #sources = new Map<string, Source | undefined>();

  constructor(path: string) {
    this.#path = path;
  }

  find(keys: readonly PathKey[]): SourcePosition | undefined {
    const source = this.#read(this.#path);
    if (!source?.root) return undefined;
    let found: Written = { node: source.root, source };
    let position = positionOf(this.#resolve(found));
    let outer: SourcePosition | undefined;
    for (const key of keys) {
      const parent = this.#resolve(found);
      const next = this.#below(parent, key);
      // The array literal does not contain the item, so the array's position would be misleading.
      if (!next) return parent.node.type === "ArrayExpression" ? outer : position;
      found = next;
      outer = position;
      position = positionOf(next.field ? { node: next.field, source: next.source } : this.#resolve(next));
    }
    return position;
  }

  #read(path: string): Source | undefined {
    if (!this.#sources.has(path)) this.#sources.set(path, sourceAt(path));
    return this.#sources.get(path);
  }

  #resolve(written: Written): Written {
    let now = written;
    for (let step = 0; step < mostSteps; step++) {
      const next = this.#standsFor(now);
      if (!next) return now;
      now = next;
    }
    return now;
  }

  #standsFor({ node, source }: Written): Written | undefined {
    if (node.type === "Identifier") return this.#named(node.name, source);
    // For `definition.body`, looks up `definition`.
    if (node.type === "MemberExpression") return { node: node.object, source };
    if (node.type !== "CallExpression") return undefined;
    const { callee, arguments: given } = node;
    const list = callee.type === "MemberExpression" && this.#resolve({ node: callee.object, source });
    if (list && list.node.type === "ArrayExpression") return list;
    return given
      .map((argument) => this.#resolve({ node: argument, source }))
      .find(({ node: { type } }) => type === "ObjectExpression" || type === "ArrayExpression");
  }

  #named(name: string, source: Source): Written | undefined {
    const own = source.constants.get(name);
    if (own) return { node: own, source };
    const imported = source.imports.get(name);
    const other = imported && this.#read(imported.path);
    if (!other) return undefined;
    const node = imported.name === "default" ? other.root : other.constants.get(imported.name);
    return node && { node, source: other };
  }

  #below({ node, source }: Written, key: PathKey): Written | undefined {
    if (node.type === "ArrayExpression") return this.#items(node, source)[Number(key)];
    return node.type === "ObjectExpression" ? this.#field(node, source, String(key)) : undefined;
  }

  #items(node: ArrayExpression, source: Source): Written[] {
    const items: Written[] = [];
    for (const element of node.elements) {
      if (element?.type !== "SpreadElement") {
        items.push({ node: element ?? node, source });
        continue;
      }
      const spread = this.#resolve({ node: element.argument, source });
      if (spread.node.type !== "ArrayExpression") return items;
      items.push(...this.#items(spread.node, spread.source));
    }
    return items;
  }

  #field({ properties }: ObjectExpression, source: Source, key: string): Written | undefined {
    for (const property of properties.toReversed()) {
      if (property.type === "Property") {
        if (nameOf(property) === key) return { node: property.value, source, field: property };
        continue;
      }
      const found = this.#below(this.#resolve({ node: property.argument, source }), key);
      if (found) return found;
    }
    return undefined;
  }
}

function nameOf({ key, computed }: Property): string | undefined {
  return !computed && (key.type === "Identifier" || key.type === "Literal") ? textOf(key) : undefined;
}

function textOf(node: Identifier | Literal): string {
  return node.type === "Identifier" ? node.name : String(node.value);
}

function positionOf({ node: { loc }, source: { path } }: Written): SourcePosition | undefined {
  return loc ? { path, line: loc.start.line, column: loc.start.column + 1 } : undefined;
}

interface Imported {
  readonly path: string;
  readonly name: string;
}

interface Source {
  readonly path: string;
  readonly root: AnyNode | undefined;
  readonly constants: ReadonlyMap<string, Expression>;
  readonly imports: ReadonlyMap<string, Imported>;
  readonly needs: readonly string[];
}

function sourceAt(path: string): Source | undefined {
  try {
    return readSource(path);
  } catch {
    return undefined;
  }
}

const options = { ecmaVersion: "latest", sourceType: "module", locations: true } as const;

export function readSource(path: string): Source {
  const text = readTextSync(path);
  if (path.endsWith(".json")) {
    const root = parseExpressionAt(text, 0, options);
    return { path, root, constants: new Map(), imports: new Map(), needs: [] };
  }
  const program = parse(isTypeScript(path) ? withoutTypes(text) : text, options);
  const linked = linkedFiles(program, path);
  return {
    path,
    root: defaultExport(program),
    constants: constantsOf(program),
    imports: new Map(
      linked.flatMap(({ node, from }) =>
        importedNames(node).map(([local, name]) => [local, { path: from, name }] as const),
      ),
    ),
    needs: linked.map(({ from }) => from),
  };
}

/** Returns the statements that import from or re-export relative files. */
function linkedFiles({ body }: Program, path: string) {
  return body.flatMap((node) => {
    const source = "source" in node ? node.source?.value : undefined;
    const isOwn = typeof source === "string" && /^\.\.?\//.test(source);
    return isOwn ? [{ node, from: resolve(dirname(path), source) }] : [];
  });
}

/** Replaces type annotations with spaces, which preserves positions. */
function withoutTypes(text: string): string {
  const { stripTypeScriptTypes: strip } = nodeModule as { stripTypeScriptTypes?: (text: string) => string };
  return strip?.(text) ?? text;
}

function defaultExport({ body }: Program): AnyNode | undefined {
  for (const node of body) {
    if (node.type === "ExportDefaultDeclaration") return node.declaration;
    const named = node.type === "ExportNamedDeclaration" ? node.specifiers : [];
    const found = named.find(({ exported }) => textOf(exported) === "default");
    if (found) return found.local;
  }
  return undefined;
}

function constantsOf({ body }: Program): Map<string, Expression> {
  const declarations = body.flatMap((node) => {
    const declaration = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    return declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
  });
  return new Map(
    declarations.flatMap(({ id, init }) => (id.type === "Identifier" && init ? [[id.name, init]] : [])),
  );
}

function importedNames(node: Program["body"][number]): [local: string, name: string][] {
  if (node.type === "ExportNamedDeclaration")
    return node.specifiers.map(({ local }) => [textOf(local), textOf(local)]);
  if (node.type !== "ImportDeclaration") return [];
  return node.specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [];
    const name = specifier.type === "ImportDefaultSpecifier" ? "default" : textOf(specifier.imported);
    return [[specifier.local.name, name]];
  });
}
