import { isBuiltin } from "node:module";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { declarationsOf, publicNames, unnamedTypes } from "../setup/declarations.ts";

const entries = {
  slashpass: ["index", 5],
  "slashpass/api": ["resources/index", 5],
  "slashpass/commands": ["commands/index", 5],
  "slashpass/commands/file-journal": ["commands/file-journal", 1],
  "slashpass/commands/languages": ["commands/languages", 5],
  "slashpass/events": ["events/index", 5],
  "slashpass/interactions": ["interactions/index", 5],
  "slashpass/interactions/production": ["interactions/production", 3],
  "slashpass/emulator": ["emulator/index", 5],
  "slashpass/redis": ["server/redis/index", 5],
  "slashpass/server": ["server/index", 5],
} as const;

/** Helper types that occur only inside a type that has a name of its own. */
const makings = [
  "DefinedCustomId of DefinedComponent",
  "DefinedCustomId of DefinedModal",
  "NumericOptionBase of IntegerOption",
  "NumericOptionBase of NumberOption",
  "Outcome of PageKind",
  "Prompt of ActivityPrompt",
  "Suggesting of ValueOptionDefinition",
  "ValueByType of OptionValue",
  "ValueOptionBase of PlainOption",
];

it("names every type that a public declaration mentions", () => {
  const declarations = Object.values(entries).map(
    ([path]) => new URL(`../../dist/${path}.d.ts`, import.meta.url),
  );
  expect(unnamedTypes(declarations)).toEqual(makings);
});

/**
 * Returns the declarations that differ between the production entry and `slashpass/interactions`. The production entry's golden
 * file holds only these.
 */
function differenceFromDevelopment(production: readonly string[]): string[] {
  const [path] = entries["slashpass/interactions"];
  const development = publicNames(new URL(`../../dist/${path}.d.ts`, import.meta.url)).map(
    ({ declaration }) => declaration,
  );
  return [
    ...development.filter((text) => !production.includes(text)).map((text) => text.replaceAll(/^/gm, "- ")),
    ...production.filter((text) => !development.includes(text)).map((text) => text.replaceAll(/^/gm, "+ ")),
  ];
}

describe.each(Object.entries(entries))("%s", (name, [path, least]) => {
  const names = publicNames(new URL(`../../dist/${path}.d.ts`, import.meta.url));

  it("matches its golden file", async () => {
    const declarations = names.map(({ declaration }) => declaration);
    const text = (
      name === "slashpass/interactions/production" ? differenceFromDevelopment(declarations) : declarations
    )
      .toSorted()
      .join("\n\n");
    await expect(`${text}\n`).toMatchFileSnapshot(
      `../golden/declarations/${name.replaceAll("/", "-")}.d.ts.txt`,
    );
  });

  it("uses types only from its dependencies, and none that TypeScript 5.0 lacks", () => {
    const files = declarationsOf(new URL(`../../dist/${path}.d.ts`, import.meta.url));
    // Without docstrings, whose examples import packages that readers install themselves.
    const text = [...files.values()].join("\n").replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
    const packages = Array.from(
      text.matchAll(/(?:from|import\()\s*"([^."][^"]*)"/g),
      ([, from = ""]) => from,
    );
    const installed = Object.keys(manifest.dependencies);
    expect(packages.filter((from) => !isBuiltin(from) && !installed.includes(from))).toEqual([]);
    expect(text).not.toContain("Uint8Array<");
  });

  it("documents every public name", () => {
    expect(names.length).toBeGreaterThan(least);
    expect(names.filter(({ documented }) => !documented).map((entry) => entry.name)).toEqual([]);
  });
});
