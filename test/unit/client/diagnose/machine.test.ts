import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findBrowser, thisMachine, unknownBrowser } from "../../../../src/client/diagnose/context.ts";
import { isClientError } from "../../../../src/core/errors.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";
import { never } from "../../../setup/diagnosed.ts";

const folder = mkdtempSync(join(tmpdir(), "slashpass-browser-"));
afterAll(() => rmSync(folder, { recursive: true }));

function tool(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

test("the desktop is asked for the default browser", async () => {
  const named = tool("named", '[ "$1 $2" = "get default-web-browser" ] && echo firefox.desktop');
  expect(await findBrowser("", "linux", named, never)).toBe("firefox.desktop");
  expect(await findBrowser(undefined, "linux", tool("none", "exit 2"), never)).toBeUndefined();
  expect(await findBrowser(undefined, "linux", join(folder, "absent"), never)).toBe(unknownBrowser);
});

test("where there always is a browser, or one is named, nobody is asked", async () => {
  const absent = join(folder, "absent");
  expect(await findBrowser("firefox", "linux", absent, never)).toBe("the program in BROWSER");
  expect(await findBrowser(undefined, "win32", absent, never)).toBe("the system's own choice");
  expect(await findBrowser(undefined, "darwin", absent, never)).toBe("the system's own choice");
});

test("this machine answers every question", async () => {
  expect(Math.abs(thisMachine.now() - Date.now())).toBeLessThan(60_000);
  expect(Array.isArray(thisMachine.surroundings())).toBe(true);
  expect(["string", "undefined"]).toContain(typeof (await thisMachine.defaultBrowser(never)));
  const scheme = parseScheme({ applicationId: "123456789012345678" });
  for (const ask of [() => thisMachine.addon(), () => thisMachine.schemeStatus(scheme)]) {
    // Without the addon, which not every machine has built, the answer is an error of ours.
    try {
      expect(typeof ask()).toBe("object");
    } catch (error) {
      expect(isClientError(error)).toBe(true);
    }
  }
  await expect(thisMachine.isKeychainLocked(AbortSignal.abort())).rejects.toThrow();
});
