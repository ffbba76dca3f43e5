import {
  type AnyNode,
  type ArrayExpression,
  type Identifier,
  type Literal,
  type ObjectExpression,
  type Property,
  type ExportNamedDeclaration,
  type Expression,
  type ImportDeclaration,
  parse,
  parseExpressionAt,
  type Program,
} from "acorn";
import { isTypeScript } from "../settings/load-file.ts";
import type { PathKey } from "slashpass/commands";
import { readTextSync } from "../../core/resolve/read-file.ts";
import { dirname, resolve } from "node:path";
import * as nodeModule from "node:module";

/** A place in a source file. */
export interface Place {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** A part of a file. */
interface Written {
  readonly node: AnyNode;
  readonly source: Source;
  /** The field whose value it is. */
  readonly field?: Property;
}

/** Names that stand for each other would be followed for ever. */
const mostSteps = 50;

/**
 * Finds the source of values in a file: in lists and objects, in their names or imports, and in arguments of functions such as
 * `defineCommand`. Values computed in other ways are found as near as possible.
 */
export class PlaceFinder {
  readonly #path: string;
  readonly #sources = new Map<string, Source | undefined>();

  constructor(path: string) {
    this.#path = path;
  }

  /** The place of the nearest part that leads to the value; undefined where the file tells nothing. */
  find(keys: readonly PathKey[]): Place | undefined {
    const source = this.#read(this.#path);
    if (!source?.root) return undefined;
    let found: Written = { node: source.root, source };
    let place = placeOf(this.#resolve(found));
    let outer: Place | undefined;
    for (const key of keys) {
      const parent = this.#resolve(found);
      const next = this.#below(parent, key);
      // An item that the list does not show was added by other code: the start of the list is not its place.
      if (!next) return parent.node.type === "ArrayExpression" ? outer : place;
      found = next;
      outer = place;
      place = placeOf(next.field ? { node: next.field, source: next.source } : this.#resolve(next));
    }
    return place;
  }

  #read(path: string): Source | undefined {
    if (!this.#sources.has(path)) this.#sources.set(path, sourceAt(path));
    return this.#sources.get(path);
  }

  /** The value behind a name, a call or a member, as far as it can be found. */
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
    // The body of a command is the argument of its definition.
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

  /** Up to where a list contains another that cannot be told. */
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

  /** The last one counts. */
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

function placeOf({ node: { loc }, source: { path } }: Written): Place | undefined {
  return loc ? { path, line: loc.start.line, column: loc.start.column + 1 } : undefined;
}

/** The value behind a name of another file. */
interface Imported {
  readonly path: string;
  /** `default` for the default export. */
  readonly name: string;
}

/** A file with commands, as it is written. */
interface Source {
  readonly path: string;
  /** Its default export; in JSON the whole. */
  readonly root: AnyNode | undefined;
  readonly constants: ReadonlyMap<string, Expression>;
  readonly imports: ReadonlyMap<string, Imported>;
  /** The paths of one's own files that it needs. */
  readonly needs: readonly string[];
}

/** It was loaded before: a file that the parser cannot read has no places. */
function sourceAt(path: string): Source | undefined {
  try {
    return readSource(path);
  } catch {
    return undefined;
  }
}

const options = { ecmaVersion: "latest", sourceType: "module", locations: true } as const;

/**
 * Reads JSON, JavaScript, or TypeScript where Node reads it too.
 *
 * @throws SyntaxError with `loc`, or the error of the file system.
 */
export function readSource(path: string): Source {
  const text = readTextSync(path);
  if (path.endsWith(".json")) {
    // JSON is an expression of JavaScript.
    const root = parseExpressionAt(text, 0, options);
    return { path, root, constants: new Map(), imports: new Map(), needs: [] };
  }
  const program = parse(isTypeScript(path) ? withoutTypes(text) : text, options);
  return {
    path,
    root: defaultExport(program),
    constants: constantsOf(program),
    imports: new Map(
      program.body.flatMap((node) => {
        if (node.type === "ImportDeclaration") return importedNames(node, path);
        return node.type === "ExportNamedDeclaration" ? passedOn(node, path) : [];
      }),
    ),
    needs: neededBy(program, path),
  };
}

/** Types become blanks, so that all else stays where it is. */
function withoutTypes(text: string): string {
  const { stripTypeScriptTypes: strip } = nodeModule as { stripTypeScriptTypes?: (text: string) => string };
  return strip?.(text) ?? text;
}

/** Also `export { commands as default }`, of this file or from another. */
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

function neededBy({ body }: Program, path: string): string[] {
  return body.flatMap((node) => {
    const source = "source" in node ? node.source?.value : undefined;
    return isOwn(source) ? [resolve(dirname(path), source)] : [];
  });
}

function isOwn(source: unknown): source is string {
  return typeof source === "string" && /^\.\.?\//.test(source);
}

/** Names of another file that are exported from here. */
function passedOn({ specifiers, source }: ExportNamedDeclaration, path: string): [string, Imported][] {
  if (!isOwn(source?.value)) return [];
  const from = resolve(dirname(path), source.value);
  return specifiers.map(({ local }) => [textOf(local), { path: from, name: textOf(local) }]);
}

/** Packages have no commands. */
function importedNames({ specifiers, source }: ImportDeclaration, path: string): [string, Imported][] {
  if (!isOwn(source.value)) return [];
  const from = resolve(dirname(path), source.value);
  return specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [];
    const name = specifier.type === "ImportDefaultSpecifier" ? "default" : textOf(specifier.imported);
    return [[specifier.local.name, { path: from, name }]];
  });
}
