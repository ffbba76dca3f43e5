import { expect, it } from "vitest";
import { keyOfKept } from "../../setup/kept-modules.ts";

it("keeps a module for the compiler's options, and never what is made of several files", () => {
  expect(keyOfKept({ id: "/src/client.ts" })).toContain("verbatimModuleSyntax");
  expect(keyOfKept({ id: "/src/emulator/play/browser/main.ts?program" })).toBe(false);
  expect(keyOfKept({ id: "/src/store/keyring-thread.ts?thread" })).toBe(false);
});
