import { describe, expect, it } from "vitest";
import { publicNames } from "../setup/declarations.ts";

const entries = {
  slashpass: "index",
  "slashpass/commands": "commands/index",
  "slashpass/interactions": "interactions/index",
  "slashpass/emulator": "emulator/index",
};

describe.each(Object.entries(entries))("%s", (name, path) => {
  const names = publicNames(new URL(`../../dist/${path}.d.ts`, import.meta.url));

  it("declares what the golden file says", async () => {
    const text = names
      .map(({ declaration }) => declaration)
      .toSorted()
      .join("\n\n");
    await expect(`${text}\n`).toMatchFileSnapshot(
      `../golden/declarations/${name.replace("/", "-")}.d.ts.txt`,
    );
  });

  it("documents every public name", () => {
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter(({ documented }) => !documented).map((entry) => entry.name)).toEqual([]);
  });
});
