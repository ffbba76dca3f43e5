import {
  type Expression,
  type ImportDeclaration,
  type Node,
  parse,
  parseExpressionAt,
  type Program,
} from "acorn";
import { readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, resolve } from "node:path";

/** What a name of another file stands for. */
interface Imported {
  readonly path: string;
  /** `default` for the default export. */
  readonly name: string;
}

/** A file with commands, as it is written. */
export interface Source {
  readonly path: string;
  /** What it exports by default; in JSON the whole. */
  readonly root: Node | undefined;
  readonly constants: ReadonlyMap<string, Expression>;
  readonly imports: ReadonlyMap<string, Imported>;
  /** The paths of one's own files that it needs. */
  readonly needs: readonly string[];
}

const options = { ecmaVersion: "latest", sourceType: "module", locations: true } as const;

/**
 * Reads JSON, JavaScript, or TypeScript where Node reads it too.
 *
 * @throws SyntaxError with `loc`, or the error of the file system.
 */
export function readSource(path: string): Source {
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".json")) {
    // JSON is an expression of JavaScript.
    const root = parseExpressionAt(text, 0, options);
    return { path, root, constants: new Map(), imports: new Map(), needs: [] };
  }
  const program = parse(/\.[mc]?ts$/.test(path) ? withoutTypes(text) : text, options);
  return {
    path,
    root: program.body.find((node) => node.type === "ExportDefaultDeclaration")?.declaration,
    constants: constantsOf(program),
    imports: new Map(importsOf(program).flatMap((node) => importedNames(node, path))),
    needs: neededBy(program, path),
  };
}

/** Types become blanks, so that all else stays where it is. */
function withoutTypes(text: string): string {
  const { stripTypeScriptTypes: strip } = nodeModule as { stripTypeScriptTypes?: (text: string) => string };
  return strip?.(text) ?? text;
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

/** The files of one's own: packages have no commands. */
function importsOf({ body }: Program): ImportDeclaration[] {
  return body.filter((node) => node.type === "ImportDeclaration").filter(({ source }) => isOwn(source.value));
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

function importedNames({ specifiers, source }: ImportDeclaration, path: string): [string, Imported][] {
  const from = resolve(dirname(path), String(source.value));
  return specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [];
    const { local } = specifier;
    if (specifier.type === "ImportDefaultSpecifier") return [[local.name, { path: from, name: "default" }]];
    const { imported } = specifier;
    return [
      [
        local.name,
        { path: from, name: imported.type === "Identifier" ? imported.name : String(imported.value) },
      ],
    ];
  });
}
