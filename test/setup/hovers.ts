import { declarationsOf } from "./declarations.ts";
import { isNode, type Node, parsed, visitNodes } from "./parsed.ts";

/** A declaration or member that has its own documentation in an editor. */
export interface Hover {
  /** The dotted path, starting at the declaration: `SignInOptions.scopes`. */
  readonly name: string;
  /** The declaration file, relative to dist. */
  readonly file: string;
  /** The comment's text, or an empty string. */
  readonly comment: string;
  /** Whether it is a property, whose name and type may be all that a reader needs. */
  readonly isProperty: boolean;
}

/**
 * Returns the exported declarations and those that they mention, with all their properties and methods. Includes unexported
 * types, because their properties are visible in types that extend them.
 */
export function hoversOf(entries: readonly URL[]): Hover[] {
  const files = new Map(
    entries
      .flatMap((entry) => [...declarationsOf(entry)])
      .map(([href, text]) => [href, readFile(href, text)]),
  );
  const exports = entries.flatMap(({ href }) => exportsOf(href, files));
  const constructed = new Set(
    exports.filter(({ isType }) => !isType).flatMap((one) => declarationsNamed(one, files)),
  );
  const visited = new Set<Declaration>();
  const hovers = new Map<string, Hover>();
  const see = (named: Named): void => {
    for (const declaration of declarationsNamed(named, files)) {
      if (visited.has(declaration)) continue;
      visited.add(declaration);
      const isConstructed = constructed.has(declaration);
      for (const [key, hover] of hoversIn(declaration, isConstructed))
        hovers.set(key, { ...hover, comment: `${hovers.get(key)?.comment ?? ""} ${hover.comment}`.trim() });
      for (const name of namesIn(declaration, isConstructed)) see({ file: declaration.file, name });
    }
  };
  for (const one of exports) see(one);
  return [...hovers.values()];
}

interface Named {
  readonly file: string;
  readonly name: string;
}

interface Declaration extends Named {
  readonly statement: Node;
  readonly text: string;
}

interface Exported extends Named {
  /** Whether only the type is exported, for example because users do not construct the class. */
  readonly isType: boolean;
}

interface DeclarationFile {
  /** A value and a type may share a name. */
  readonly declarations: readonly Declaration[];
  readonly imported: ReadonlyMap<string, Named>;
  readonly exported: readonly Exported[];
  /** The files that this file re-exports completely. */
  readonly whole: readonly string[];
}
type Files = ReadonlyMap<string, DeclarationFile>;

function readFile(href: string, text: string): DeclarationFile {
  const declarations: Declaration[] = [];
  const imported = new Map<string, Named>();
  const exported: Exported[] = [];
  const whole: string[] = [];
  for (const statement of parsed(text, "dts").body as unknown as Node[]) {
    const file = sourceOf(statement, href);
    const isExport = statement.type === "ExportNamedDeclaration";
    if (statement.type === "ExportAllDeclaration" && file !== undefined) whole.push(file);
    for (const specifier of (statement["specifiers"] ?? []) as Node[]) {
      const importedName = nameOf(specifier["imported"] ?? specifier["local"]);
      const isType = [statement, specifier].some((part) => part["exportKind"] === "type");
      if (isExport) exported.push({ file: file ?? href, name: importedName, isType });
      else if (file !== undefined) imported.set(nameOf(specifier["local"]), { file, name: importedName });
    }
    for (const name of namesDeclaredBy(isExport ? statement["declaration"] : statement)) {
      declarations.push({ file: href, name, statement, text });
      if (isExport) exported.push({ file: href, name, isType: false });
    }
  }
  return { declarations, imported, exported, whole };
}

function sourceOf({ source }: Node, href: string): string | undefined {
  const path = isNode(source) ? String(source["value"]) : "";
  return path.startsWith(".") ? new URL(path.replace(/\.[jt]s$/, ".d.ts"), href).href : undefined;
}

function exportsOf(href: string, files: Files): Exported[] {
  const { exported = [], whole = [] } = files.get(href) ?? {};
  return [...exported, ...whole.flatMap((file) => exportsOf(file, files))];
}

function declarationsNamed({ file, name }: Named, files: Files): Declaration[] {
  const { declarations = [], imported, exported = [] } = files.get(file) ?? {};
  const own = declarations.filter((declaration) => declaration.name === name);
  const elsewhere = imported?.get(name) ?? exported.find((one) => one.name === name && one.file !== file);
  return own.length > 0 || elsewhere === undefined ? own : declarationsNamed(elsewhere, files);
}

/** Returns the names in the visible part of a declaration. */
function namesIn({ statement }: Declaration, isConstructed: boolean): string[] {
  const names: string[] = [];
  visitDisplayed(statement, isConstructed, (part) => {
    if (part.type === "Identifier") names.push(nameOf(part));
    return true;
  });
  return names;
}

function namesDeclaredBy(declaration: unknown): string[] {
  if (!isNode(declaration)) return [];
  if (Array.isArray(declaration["declarations"]))
    return (declaration["declarations"] as Node[]).map((one) => nameOf(one["id"]));
  return isNode(declaration["id"]) ? [nameOf(declaration["id"])] : [];
}

const memberTypes =
  /^(?:TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition|TSEnumMember)$/;

/**
 * Returns the declaration and its members, recursively. Editors merge the comments of equal keys, for example of a property that
 * several members of a union have. Each function signature is separate.
 */
function hoversIn(
  { file: href, statement, name, text }: Declaration,
  isConstructed: boolean,
): (readonly [key: string, hover: Hover])[] {
  const file = href.replace(/^.*\/dist\//, "");
  const hovers: [string, Hover][] = [];
  const add = (named: string, node: Node): void => {
    const suffix = isSignature(node) ? `@${node.start}` : "";
    hovers.push([
      `${file}#${named}${suffix}`,
      { name: named, file, comment: commentAbove(node, text), isProperty: isProperty(node) },
    ]);
  };
  add(name, statement);
  const see = (part: unknown, path: string): void =>
    visitDisplayed(part, isConstructed, (node) => {
      if (!memberTypes.test(node.type)) return true;
      const own = `${path}.${nameOf(node["key"])}`;
      add(own, node);
      for (const [key, below] of Object.entries(node)) if (key !== "key") see(below, own);
      return false;
    });
  see(statement, name);
  return hovers;
}

const isProperty = (node: Node): boolean =>
  /Property/.test(node.type) ||
  node.type === "TSEnumMember" ||
  node["kind"] === "get" ||
  node["kind"] === "set";

const isSignature = (node: Node): boolean =>
  node["kind"] === "method" ||
  (isNode(node["declaration"]) && node["declaration"].type === "TSDeclareFunction");

/** Like {@link visitNodes}, but skips private members and conditional type patterns, which users never see. */
function visitDisplayed(part: unknown, isConstructed: boolean, see: (node: Node) => boolean): void {
  visitNodes(part, (node) => {
    if (isHidden(node, isConstructed)) return false;
    if (node.type !== "TSConditionalType") return see(node);
    for (const branch of ["checkType", "trueType", "falseType"])
      visitDisplayed(node[branch], isConstructed, see);
    return false;
  });
}

function isHidden(node: Node, isConstructed: boolean): boolean {
  return (
    node["accessibility"] === "private" ||
    (isNode(node["key"]) && node["key"].type === "PrivateIdentifier") ||
    (node["kind"] === "constructor" && !isConstructed) ||
    (node.type === "TSTypeReference" && nameOf(node["typeName"]) === "Extract") ||
    // Constraints of type parameters, and types of the library's values.
    /^(?:TSTypeParameterDeclaration|TSTypeQuery)$/.test(node.type)
  );
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "MemberExpression") return `[${nameOf(node["object"])}.${nameOf(node["property"])}]`;
  return String(node["name"] ?? node["value"]);
}

function commentAbove({ start }: Node, text: string): string {
  const [, comment = ""] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(text.slice(0, start)) ?? [];
  return comment
    .replaceAll(/^\s*\*/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
