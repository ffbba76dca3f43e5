import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSystemBrowser } from "../../../../src/sign-in/browser/open-browser.ts";
import { asPlatform } from "../../../setup/as-platform.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { loadModulesAnew } from "../../../setup/load-modules-anew.ts";

const url = "http://127.0.0.1:9/oauth2/authorize?scope=openid%20identify&state=s3cret-state&x='$(id)`";
let scratch: string;

beforeEach(() => {
  scratch = temporaryFolder();
  for (const name of ["XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "DISPLAY", "WAYLAND_DISPLAY"]) {
    vi.stubEnv(name, "");
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.doUnmock("open");
});

/** Installs a script as the player's browser. */
async function useBrowser(body: string): Promise<void> {
  const path = join(scratch, "browser");
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  vi.stubEnv("BROWSER", path);
}

/** Returns `openSystemBrowser` with `open` replaced by this launcher, as on systems other than Linux. */
async function withLauncher(open: () => Promise<unknown>): Promise<typeof openSystemBrowser> {
  vi.stubEnv("DISPLAY", ":0");
  asPlatform("darwin");
  vi.doMock("open", () => ({ default: open }));
  loadModulesAnew();
  return (await import("../../../../src/sign-in/browser/open-browser.ts")).openSystemBrowser;
}

const unavailable = expect.objectContaining({ type: 4, code: "browser_unavailable" });

describe("openSystemBrowser", () => {
  it(
    "#12 #10 passes the URL to the player's own browser as one argument, byte for byte",
    needs("Linux"),
    async () => {
      await useBrowser(`printf '%s\\n' "$#" "$@" > ${join(scratch, "seen")}`);
      await openSystemBrowser(url);
      expect(await readFile(join(scratch, "seen"), "utf8")).toBe(`1\n${url}\n`);
    },
  );

  it("#80 rejects if the browser is missing", needs("Linux"), async () => {
    vi.stubEnv("BROWSER", join(scratch, "missing"));
    await writeFile(join(scratch, "gio"), "#!/bin/sh\nexit 2\n");
    await chmod(join(scratch, "gio"), 0o755);
    vi.stubEnv("PATH", `${scratch}:${process.env["PATH"]}`);
    await expect(openSystemBrowser(url)).rejects.toEqual(unavailable);
  });

  it("rejects if the machine has no display", needs("Linux"), async () => {
    vi.stubEnv("BROWSER", "");
    await expect(openSystemBrowser(url)).rejects.toEqual(unavailable);
    await expect(openSystemBrowser(url)).rejects.toThrow(/this machine has no display/);
  });

  it.each(["file:///etc/passwd", "javascript:alert(1)", "com.example.game:/x", "data:text/html,x"])(
    "#13 rejects %s before it reaches the system",
    async (address) => {
      const open = vi.fn(() => Promise.reject(new Error("must not be called")));
      const openThis = await withLauncher(open);
      await expect(openThis(address)).rejects.toEqual(unavailable);
      expect(open).not.toHaveBeenCalled();
    },
  );

  it.each(["nowhere", "", Symbol("url"), undefined])("rejects an invalid URL: %s", async (address) => {
    await expect(openSystemBrowser(address as string)).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("#79 hides the launcher's error because it contains the URL", async () => {
    const openThis = await withLauncher(() =>
      Promise.reject(Object.assign(new Error(`spawn ENOENT ${url}`), { spawnargs: [url] })),
    );
    const error: unknown = await openThis(url).catch((reason: unknown) => reason);
    expect(error).toEqual(unavailable);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("s3cret");
  });
});
