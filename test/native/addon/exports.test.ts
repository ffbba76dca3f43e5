import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readElf } from "../../../scripts/prebuilds/elf.js";
import { needs } from "../../setup/system-parts.ts";

it("exports only Node's entry points and no symbols from its C++ library", needs("Linux"), () => {
  const { exports, libraries } = readElf(readFileSync("build/Release/slashpass.node"));
  expect(exports.sort()).toEqual(["napi_register_module_v1", "node_api_module_get_api_version_v1"]);
  expect(libraries).not.toContain("libstdc++.so.6");
});
