import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { missingIn, readNames } from "../../setup/documents/migration.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const golden = "test/golden/declarations/";
const publicNames = readdirSync(new URL(golden, root))
  .map((file) => read(golden + file))
  .join("\n");

/** Names that no entry declares: two parameters and an option's field. */
const spoken = ["interaction", "client", "autocomplete"];

it.each(["From discord.js", "From discord-interactions", "From keytar", "From the vendor's C++ SDK"])(
  "in the section %j, uses only names that this package declares",
  (heading) => {
    const { ours } = readNames(heading);
    expect(ours.length).toBeGreaterThan(5);
    expect(
      missingIn(
        publicNames,
        ours.filter((name) => !spoken.includes(name)),
      ),
    ).toEqual([]);
  },
);

it("uses only names that discord-interactions declares", () => {
  const folder = "node_modules/discord-interactions/dist/";
  const files = readdirSync(new URL(folder, root)).filter((file) => file.endsWith(".d.ts"));
  const declared = files.map((file) => read(folder + file)).join("\n");
  expect(missingIn(declared, readNames("From discord-interactions").theirs)).toEqual([]);
});

it("uses only keytar names that the replacement declares", () => {
  const declared = read("node_modules/@napi-rs/keyring/keytar.d.ts");
  expect(missingIn(declared, readNames("From keytar").theirs)).toEqual([]);
});
