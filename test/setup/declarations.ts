import { readFileSync } from "node:fs";

/** The emitted declarations that an entry point shows to its users: the file itself and all that it takes in. */
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

/** A name that an entry point exports, with its declaration. */
export interface PublicName {
  readonly name: string;
  readonly declaration: string;
  readonly documented: boolean;
}

/** What `entry` exports, each with its declaration without comments. */
export function publicNames(entry: URL): PublicName[] {
  const files = declarationsOf(entry);
  const text = files.get(entry.href) ?? "";
  const own = Array.from(
    text.matchAll(/^export (?:declare )?(?:class|function|const|interface|type) (\w+)/gm),
    ([, name = ""]) => describe(name, text),
  );
  const passedOn = [...text.matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)].flatMap(
    ([, names = "", path = ""]) => {
      const source = files.get(new URL(path.replace(/\.[jt]s$/, ".d.ts"), entry).href) ?? "";
      return names
        .split(",")
        .map((part) => part.trim().replace(/^type /, ""))
        .filter((name) => name !== "")
        .map((name) => describe(name, source));
    },
  );
  const whole = [...text.matchAll(/export (?:type )?\* from "([^"]+)"/g)].flatMap(([, path = ""]) =>
    publicNames(new URL(path.replace(/\.[jt]s$/, ".d.ts"), entry)),
  );
  return [...own, ...passedOn, ...whole];
}

function describe(name: string, source: string): PublicName {
  const start = source.search(
    new RegExp(`^export (?:declare )?(?:abstract )?(?:class|function|const|interface|type) ${name}\\b`, "m"),
  );
  const from = source.slice(start);
  const end = from.search(/\n(?=\S)(?!\})/);
  const declaration = (end < 0 ? from : from.slice(0, end))
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\n/gm, "");
  return {
    name,
    declaration: declaration.trimEnd(),
    documented: start >= 0 && source.slice(0, start).trimEnd().endsWith("*/"),
  };
}
