import { readFileSync } from "node:fs";

/** Returns the emitted declarations that an entry point exposes: the file and, recursively, its imports. */
export function declarationsOf(entry: URL): Map<string, string> {
  const files = new Map<string, string>();
  const visit = (file: URL): void => {
    if (files.has(file.href)) return;
    const text = readFileSync(file, "utf8");
    files.set(file.href, text);
    for (const [, path = ""] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      visit(new URL(path.replace(/\.[jt]s$/, ".d.ts"), file));
    }
  };
  visit(entry);
  return files;
}

export interface PublicName {
  readonly name: string;
  readonly declaration: string;
  /** The docstring's `@stable` and `@experimental` tags. */
  readonly stages: readonly string[];
  readonly file: URL;
  /** Whether only the type is exported, for example because users do not construct the class. */
  readonly isType: boolean;
}

/**
 * Returns the exports of `entry` with their declarations, stripped of comments. Members of unexported base classes appear in the
 * classes that inherit them.
 */
export function publicNames(entry: URL): PublicName[] {
  const files = declarationsOf(entry);
  const names = namesOf(entry);
  const isPublic = (name: string) => names.some((one) => one.name === name);
  return names.map((one) => {
    const bases = hiddenBases(one, files, isPublic);
    if (bases.length === 0) return one;
    const [head = ""] = one.declaration.split("\n");
    const members = [one, ...bases].flatMap(({ declaration }) => declaration.split("\n").slice(1, -1));
    const isPrivate = (line: string) => line.trim() === "#private;";
    const lines = [...members.filter(isPrivate).slice(0, 1), ...members.filter((line) => !isPrivate(line))];
    return { ...one, declaration: [withoutBase(head), ...lines, "}"].join("\n") };
  });
}

interface Located {
  readonly declaration: string;
  readonly file: URL;
}

function hiddenBases(
  { declaration, file }: Located,
  files: ReadonlyMap<string, string>,
  isPublic: (name: string) => boolean,
): Located[] {
  const [, name] = /^export declare class \w+ extends (\w+) \{/.exec(declaration) ?? [];
  const home = name === undefined || isPublic(name) ? undefined : homeOf(name, file, files);
  if (name === undefined || home === undefined) return [];
  const baseFile = new URL(home.split("#")[0] ?? "");
  const base = { ...describe(name, files.get(baseFile.href) ?? ""), file: baseFile };
  return [base, ...hiddenBases(base, files, isPublic)];
}

function withoutBase(declaration: string): string {
  return declaration.replace(/ extends \w+/, "");
}

function namesOf(entry: URL): PublicName[] {
  const files = declarationsOf(entry);
  const text = files.get(entry.href) ?? "";
  const own = Array.from(
    text.matchAll(/^export (?:declare )?(?:abstract )?(class|function|const|interface|type) (\w+)/gm),
    ([, kind = "", name = ""]) => ({ ...describe(name, text, kind), file: entry, isType: false }),
  );
  const passedOn = [...text.matchAll(/export (type )?\{([^}]*)\} from "([^"]+)"/g)].flatMap(
    ([, type, names = "", path = ""]) => {
      const file = new URL(path.replace(/\.[jt]s$/, ".d.ts"), entry);
      const source = files.get(file.href) ?? "";
      return names
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .map((part) => ({ part, name: part.replace(/^type /, "") }))
        .map(({ part, name }) => ({
          ...describe(name, source),
          file,
          isType: type !== undefined || part !== name,
        }));
    },
  );
  const whole = [...text.matchAll(/export (?:type )?\* from "([^"]+)"/g)].flatMap(([, path = ""]) =>
    namesOf(new URL(path.replace(/\.[jt]s$/, ".d.ts"), entry)),
  );
  return [...own, ...passedOn, ...whole];
}

/**
 * Returns types that public declarations mention but no entry point exports, as `Type of Declaration`. Base interfaces and
 * operands of `typeof` need no export.
 */
export function unnamedTypes(entries: readonly URL[]): string[] {
  const files = new Map(entries.flatMap((entry) => [...declarationsOf(entry)]));
  const names = entries.flatMap(namesOf);
  const named = new Set(names.map(({ name, file }) => `${file.href}#${name}`));
  const isPublic = (name: string) => names.some((one) => one.name === name);
  const bases = names.flatMap((one) =>
    hiddenBases(one, files, isPublic).map((base) => ({ ...one, ...base })),
  );
  const declarations = [...names, ...bases].map((one) => ({
    ...one,
    declaration:
      hiddenBases(one, files, isPublic).length > 0 ? withoutBase(one.declaration) : one.declaration,
  }));
  const found = declarations.flatMap(({ name, file, declaration, isType }) =>
    typesIn(isType ? declaration.replace(/^\s*constructor\(.*$/m, "") : declaration)
      .filter((type) => type !== name)
      .filter((type) => {
        const home = homeOf(type, file, files);
        return home !== undefined && !named.has(home);
      })
      .map((type) => `${type} of ${name}`),
  );
  return [...new Set(found)].toSorted();
}

function typesIn(declaration: string): string[] {
  const bare = declaration
    .replaceAll(/"[^"\n]*"|`[^`\n]*`/g, "")
    .replaceAll(/\btypeof \w+/g, "")
    .replace(/^((?:export )?interface \w+)[^{]*\{/, "$1 {");
  return [...new Set(Array.from(bare.matchAll(/(?<![.\w])[A-Z]\w*\b(?!\??:)/g), ([word]) => word))];
}

/** Returns where a name is declared, or `undefined` for names from outside the package. */
function homeOf(name: string, file: URL, files: ReadonlyMap<string, string>): string | undefined {
  const text = files.get(file.href) ?? "";
  const declares = new RegExp(
    `^(?:export )?(?:declare )?(?:abstract )?(?:class|const|interface|type) ${name}\\b`,
    "m",
  );
  if (declares.test(text)) return `${file.href}#${name}`;
  const source = Array.from(text.matchAll(/^import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm)).find(
    ([, names = ""]) => new RegExp(`\\b${name}\\b`).test(names),
  )?.[2];
  return source === undefined
    ? undefined
    : homeOf(name, new URL(source.replace(/\.[jt]s$/, ".d.ts"), file), files);
}

const anyKind = "class|function|const|interface|type";

/** @param kind - distinguishes a constant from a type with the same name */
function describe(name: string, source: string, kind = anyKind): Omit<PublicName, "file" | "isType"> {
  const start = source.search(new RegExp(`^export (?:declare )?(?:abstract )?(?:${kind}) ${name}\\b`, "m"));
  const [docstring = ""] = /\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(source.slice(0, Math.max(start, 0))) ?? [];
  const declaration = firstStatement(source.slice(start).replaceAll(/\/\*\*[\s\S]*?\*\//g, ""));
  return {
    name,
    declaration: unfolded(withKeys(declaration, source)),
    stages: Array.from(docstring.matchAll(/@(stable|experimental)\b/g), ([, stage = ""]) => stage),
  };
}

/** Returns the lines up to the one that ends a statement, without empty lines. */
function firstStatement(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const end = lines.findIndex((_, index) => {
    const next = lines[index + 1];
    return next === undefined || /^(?:export|declare|import|interface|type)\b/.test(next);
  });
  return lines.slice(0, end + 1).join("\n");
}

/** Shows the keys of a string table instead of its name. */
function withKeys(declaration: string, source: string): string {
  return declaration.replaceAll(/(?<!\[)\bkeyof typeof (\w+)/g, (whole, table: string) => {
    const rows = new RegExp(`declare const ${table}: \\{((?:\\s*readonly \\w+: "\\w+";)+)\\s*\\}`).exec(
      source,
    )?.[1];
    const keys = Array.from(rows?.matchAll(/(\w+):/g) ?? [], ([, key]) => `"${key}"`);
    return keys.length === 0 ? whole : keys.join(" | ");
  });
}

/** Breaks a long union into one member per line to keep diffs small. */
function unfolded(declaration: string): string {
  const [, head, union] =
    /^((?:export )?(?:declare )?type [^=]+=) ((?:"[^"\n]*"|\w+)(?: \| (?:"[^"\n]*"|\w+))+);$/.exec(
      declaration.replaceAll(/\s+/g, " "),
    ) ?? [];
  if (head === undefined || union === undefined || declaration.length <= 110) return declaration;
  return `${head}${union
    .split(" | ")
    .map((member) => `\n    | ${member}`)
    .join("")};`;
}
