import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { declarationsOf, publicNames, unnamedTypes } from "../setup/declarations.ts";

const entries = {
  slashpass: "index",
  "slashpass/api": "resources/index",
  "slashpass/commands": "commands/index",
  "slashpass/commands/file-journal": "commands/file-journal",
  "slashpass/commands/languages": "commands/languages",
  "slashpass/electron": "electron/index",
  "slashpass/electron/preload": "electron/preload",
  "slashpass/electron/react": "electron/react",
  "slashpass/electron/renderer": "electron/renderer",
  "slashpass/events": "events/index",
  "slashpass/interactions": "interactions/index",
  "slashpass/interactions/production": "interactions/production",
  "slashpass/emulator": "emulator/index",
  "slashpass/redis": "server/redis/index",
  "slashpass/server": "server/index",
  "slashpass/social-sdk": "social-sdk/index",
} as const;

/** The only CommonJS file is the preload script. */
function declarationFile(path: string): URL {
  const extension = path === "electron/preload" ? "cts" : "ts";
  return new URL(`../../dist/${path}.d.${extension}`, import.meta.url);
}

/** Helper types that occur only inside another named type. */
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

const status = readFileSync(new URL("../../docs/status.md", import.meta.url), "utf8");

/** Reads an entry's row in the table of experimental exports. */
function experimentalIn(entry: string): string[] {
  const [, row = ""] = new RegExp(`^\\| \`${entry}\` +\\|(.*)\\|$`, "m").exec(status) ?? [];
  return Array.from(row.matchAll(/`(\w+)`/g), ([, one = ""]) => one).toSorted();
}

it("exports every type that a public declaration mentions", () => {
  const declarations = Object.values(entries).map(declarationFile);
  expect(unnamedTypes(declarations)).toEqual(makings);
});

/**
 * Returns the declarations that differ between the production entry and `slashpass/interactions`. The production entry's golden file
 * contains only these declarations.
 */
function differenceFromDevelopment(production: readonly string[]): string[] {
  const path = entries["slashpass/interactions"];
  const development = publicNames(declarationFile(path)).map(({ declaration }) => declaration);
  return [
    ...development.filter((text) => !production.includes(text)).map((text) => text.replaceAll(/^/gm, "- ")),
    ...production.filter((text) => !development.includes(text)).map((text) => text.replaceAll(/^/gm, "+ ")),
  ];
}

describe.each(Object.entries(entries))("%s", (name, path) => {
  const names = publicNames(declarationFile(path));

  const isExperimental = (one: string) =>
    names.some((entry) => entry.name === one && entry.stages.includes("experimental"));

  it("matches its golden file", async () => {
    const declarations = names.map(({ name: one, declaration }) =>
      isExperimental(one) ? `/** @experimental */\n${declaration}` : declaration,
    );
    const text = (
      name === "slashpass/interactions/production" ? differenceFromDevelopment(declarations) : declarations
    )
      .toSorted()
      .join("\n\n");
    await expect(`${text}\n`).toMatchFileSnapshot(
      `../golden/declarations/${name.replaceAll("/", "-")}.d.ts.txt`,
    );
  });

  it("uses only types from Node.js and its dependencies, and no types that TypeScript 5.0 lacks", () => {
    const files = declarationsOf(declarationFile(path));
    // Omits docstrings, whose examples import packages that readers install themselves.
    const text = [...files.values()].join("\n").replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
    const packages = Array.from(
      text.matchAll(/(?:from|import\()\s*"([^."][^"]*)"/g),
      ([, from = ""]) => from,
    );
    const installed = Object.keys(manifest.dependencies);
    expect(packages.filter((from) => !isBuiltin(from) && !installed.includes(from))).toEqual([]);
    expect(text.match(/\b(?:Buffer|Uint8Array)</g)).toBeNull();
  });

  it("marks every public name as stable or experimental, as docs/status.md does", () => {
    const stagesOf = (one: string) =>
      names.filter((entry) => entry.name === one).flatMap(({ stages }) => stages);
    const all = [...new Set(names.map((entry) => entry.name))];
    expect(all.filter((one) => stagesOf(one).length !== 1)).toEqual([]);
    expect(all.filter(isExperimental).toSorted()).toEqual(experimentalIn(name));
  });
});
