import { expect, test, describe } from "vitest";
import {
  createContext,
  findBrowser,
  thisMachine,
  unknownBrowser,
} from "../../../../src/client/diagnose/context.ts";
import { readDiagnoseOptions } from "../../../../src/client/diagnose/options.ts";
import { contextOf, goodMachine, never } from "../../../setup/diagnosed.ts";
import { sharedFolder } from "../../../setup/temporary-folder.ts";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isClientError } from "../../../../src/core/errors.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";

test.each([
  [{}, "http://127.0.0.1/callback"],
  [{ loopback: { port: 5_000 } }, "http://127.0.0.1/callback"],
  [{ loopback: { prefer: "ipv6" as const } }, "http://[::1]/callback"],
  [{ customSchemeParam: "com.example.game" }, "com.example.game:/authorize/callback"],
])("with the options %j, uses the redirect URI %s", (options, uri) => {
  expect(contextOf({ options }).context.registeredUri).toBe(uri);
});

test("uses the keychain if there is no custom store", () => {
  const options = readDiagnoseOptions({ applicationId: "123456789012345678" }, "options");
  const context = createContext(options, goodMachine);
  expect(context).toMatchObject({ usesKeychain: true, store: { name: "keychain" } });
  expect(context.service.apiBase).toBe("https://discord.com/api/v10");
  expect(contextOf().context.usesKeychain).toBe(false);
});

test.each([
  [{ apiBase: "http://service.example" }, "invalid_base_url"],
  [{ customSchemeParam: "http" }, "reserved_scheme"],
])("rejects %j before sending a request", (options, code) => {
  expect(() => contextOf({ options })).toThrow(expect.objectContaining({ code }) as Error);
});

test("hides a custom store's errors", async () => {
  const store = { probe: () => Promise.reject(new Error("secret")) } as never;
  const { context } = contextOf({ options: { store } });
  await expect(context.store.probe()).rejects.toMatchObject({ code: "store_failed" });
});

describe("this machine", () => {
  const folder = sharedFolder();

  function tool(name: string, script: string): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  /** Finds the browser on a Linux desktop that has only these tools and variables. */
  const find = (setting: { tool?: string; platform?: NodeJS.Platform; env?: Record<string, string> } = {}) =>
    findBrowser({
      platform: "linux",
      tool: join(folder, "absent"),
      signal: never,
      ...setting,
      env: { DISPLAY: ":0", PATH: "/nowhere", ...setting.env },
    });

  test("prefers the desktop's default browser to BROWSER if there is a display", async () => {
    const named = tool("named", '[ "$1 $2" = "get default-web-browser" ] && echo firefox.desktop');
    tool("lynx", "exit");
    const env = { PATH: folder, BROWSER: "lynx %s" };
    expect(await find({ tool: named, env })).toBe("firefox.desktop");
    expect(await find({ tool: named, env: { ...env, DISPLAY: "" } })).toBe("lynx (set in BROWSER)");
    expect(await find({ tool: tool("none", "exit 2") })).toBeUndefined();
    expect(await find()).toBe(unknownBrowser);
  });

  test("falls back to an installed program from BROWSER or from xdg-open's list", async () => {
    const none = tool("none", "exit 2");
    tool("chromium", "exit");
    const here = { PATH: `/nowhere:${folder}` };
    expect(await find({ tool: none, env: here })).toBe("chromium (no default is set)");
    expect(await find({ env: here })).toBe("chromium (no default is set)");
    const byPath = { BROWSER: `netscape:${join(folder, "chromium")}` };
    expect(await find({ env: byPath })).toBe("chromium (set in BROWSER)");
    expect(await find({ tool: none, env: { ...here, BROWSER: "netscape" } })).toBeUndefined();
  });

  test("runs no tool on systems that always have a browser", async () => {
    expect(await find({ platform: "win32" })).toBe("the system default");
    expect(await find({ platform: "darwin" })).toBe("the system default");
  });

  test("returns a result for every query", async () => {
    expect(Math.abs(thisMachine.now() - Date.now())).toBeLessThan(60_000);
    expect(Array.isArray(thisMachine.environments())).toBe(true);
    expect(["string", "undefined"]).toContain(typeof (await thisMachine.browser(never)));
    const scheme = parseScheme({ applicationId: "123456789012345678" });
    for (const ask of [() => thisMachine.addon(), () => thisMachine.schemeStatus(scheme)]) {
      // If the addon is not built, these throw library errors.
      try {
        expect(typeof ask()).toBe("object");
      } catch (error) {
        expect(isClientError(error)).toBe(true);
      }
    }
    await expect(thisMachine.isKeychainLocked(AbortSignal.abort())).rejects.toThrow();
  });
});
