import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { gameFiles } from "../../../../../src/cli/init/electron/game-files.ts";

const example = "examples/electron";
const read = (name: string): string => readFileSync(join(example, name), "utf8");
/** Types for this repository, and pages for other frameworks. */
const notWritten = ["electron.d.ts", "src/renderer/game.svelte", "src/renderer/react.tsx"];

it("contains the example's files", () => {
  const names = readdirSync(example, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.parentPath.includes("user-data"))
    .map((file) => join(file.parentPath, file.name).slice(example.length + 1));
  expect([...gameFiles().keys(), ...notWritten].toSorted()).toEqual(names.toSorted());
  for (const [name, text] of gameFiles()) expect(text).toBe(read(name));
});

it("sets the application's id", () => {
  const account = gameFiles("1400000000000000001").get("src/main/account.ts");
  expect(account).toContain('?? "1400000000000000001"');
});

interface BuilderConfig {
  readonly asarUnpack: readonly string[];
  readonly protocols: readonly { readonly schemes: readonly string[] }[];
  readonly electronFuses: Readonly<Record<string, boolean>>;
}

it("has the same scheme, unpacked files and fuses for electron-builder and Forge", () => {
  const { asarUnpack, protocols, electronFuses } = parse(read("electron-builder.yml")) as BuilderConfig;
  const forge = read("forge.config.js");
  expect(asarUnpack).toEqual(["**/*.node", "**/redirect-opener*"]);
  expect(forge).toContain('asar: { unpack: "**/{*.node,redirect-opener*}" }');
  const [scheme] = protocols[0]?.schemes ?? [];
  expect(forge).toContain(`schemes: ["${scheme}"]`);
  expect(read("src/main/account.ts")).toContain(`? "${scheme}" : undefined`);
  expect(electronFuses).toMatchObject({ runAsNode: false, onlyLoadAppFromAsar: true });
  const fuses = Array.from(forge.matchAll(/FuseV1Options\.(\w+)\]: (\w+)/g), ([, name = "", value]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    value === "true",
  ]);
  expect(Object.fromEntries(fuses)).toEqual(electronFuses);
});

it("has the same page for Svelte, whose compiler is not installed", () => {
  const page = read("src/renderer/game.svelte");
  expect(page).toContain('import { slashpass } from "slashpass/electron/renderer";');
  expect(page.match(/\$slashpass\b/g)?.length).toBeGreaterThan(3);
  for (const call of ["signIn", "cancel", "signOut"]) expect(page).toContain(`slashpass.${call}()`);
});
