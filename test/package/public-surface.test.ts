import { describe, expect, it } from "vitest";
import { publicNames } from "../setup/declarations.ts";

const entries = {
  slashpass: ["index", 5],
  "slashpass/api": ["resources/index", 5],
  "slashpass/commands": ["commands/index", 5],
  "slashpass/commands/file-journal": ["commands/file-journal", 1],
  "slashpass/events": ["events/index", 5],
  "slashpass/interactions": ["interactions/index", 5],
  "slashpass/emulator": ["emulator/index", 5],
} as const;

describe.each(Object.entries(entries))("%s", (name, [path, least]) => {
  const names = publicNames(new URL(`../../dist/${path}.d.ts`, import.meta.url));

  it("declares what the golden file says", async () => {
    const text = names
      .map(({ declaration }) => declaration)
      .toSorted()
      .join("\n\n");
    await expect(`${text}\n`).toMatchFileSnapshot(
      `../golden/declarations/${name.replaceAll("/", "-")}.d.ts.txt`,
    );
  });

  it("documents every public name", () => {
    expect(names.length).toBeGreaterThan(least);
    expect(names.filter(({ documented }) => !documented).map((entry) => entry.name)).toEqual([]);
  });
});
