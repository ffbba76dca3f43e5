import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadAddon } from "../../../src/native/load.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

/** Returns the member names of an interface in binding.ts. */
function declared(name: string): string[] {
  const source = readFileSync(new URL("../../../src/native/binding.ts", import.meta.url), "utf8");
  const body = new RegExp(String.raw`interface ${name} \{\n([\s\S]*?)\n\}`).exec(source)?.[1] ?? "";
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map((match) => match[1] ?? "").sort();
}

const exported = (object: object): string[] => Object.keys(object).sort();

test("declares exactly the addon's exports", () => {
  const addon = loadAddon();
  const redactor = addon.createRedactor();
  expect(exported(addon)).toEqual(declared("Addon"));
  expect(exported(redactor)).toEqual(declared("NativeRedactor"));
  expect(exported(redactor.createStream())).toEqual(declared("NativeRedactorStream"));
  const log = addon.openLogFile(join(temporaryFolder(), "discord.log"));
  expect(exported(log)).toEqual(declared("NativeLogFile"));
  log.closeNow();
});
