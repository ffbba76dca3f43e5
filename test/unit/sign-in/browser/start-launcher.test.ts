import { EventEmitter } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startLauncher } from "../../../../src/sign-in/browser/start-launcher.ts";
import { asPlatform } from "../../../setup/as-platform.ts";
import { loadModulesAnew } from "../../../setup/load-modules-anew.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const url = "http://127.0.0.1:9/start?s3cret";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.doUnmock("open");
});

describe("on Linux", needs("Linux"), () => {
  /** Puts these scripts first on the PATH so that they take precedence over the system's programs. */
  function usePrograms(scripts: Readonly<Record<string, string>>): string {
    const folder = temporaryFolder();
    // The programs that the bundled xdg-open tries.
    const others = [
      "gio",
      "xdg-mime",
      "x-www-browser",
      "firefox",
      "chromium",
      "www-browser",
      "w3m",
      "lynx",
      "links",
    ];
    const all = { ...Object.fromEntries(others.map((name) => [name, "exit 4"])), ...scripts };
    for (const [name, body] of Object.entries(all)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
    for (const name of ["BROWSER", "XDG_CURRENT_DESKTOP", "WSL_DISTRO_NAME", "SSH_CONNECTION"])
      vi.stubEnv(name, "");
    vi.stubEnv("DISPLAY", ":77");
    return folder;
  }

  it("prefers the system's xdg-open and starts it without the game's loader variables", async () => {
    const folder = usePrograms({
      "xdg-open": 'echo "$1 ${LD_AUDIT-unset} ${NODE_OPTIONS-unset}" >"$(dirname "$0")/seen"',
    });
    vi.stubEnv("LD_AUDIT", "/nonexistent/audit.so");
    vi.stubEnv("NODE_OPTIONS", "--no-warnings");
    expect(await startLauncher(url)).toBe(undefined);
    await expect.poll(() => existsSync(join(folder, "seen"))).toBe(true);
    expect(readFileSync(join(folder, "seen"), "utf8")).toBe(`${url} unset unset\n`);
    expect(process.env["NODE_OPTIONS"]).toBe("--no-warnings");
  });

  it("falls back to the bundled script, which starts the program in BROWSER", async () => {
    const folder = usePrograms({ "xdg-open": "exit 4", own: 'touch "$(dirname "$0")/seen"' });
    vi.stubEnv("BROWSER", join(folder, "own"));
    expect(await startLauncher(url)).toBe(undefined);
    await expect.poll(() => existsSync(join(folder, "seen"))).toBe(true);
  });

  it("falls back to gio as the last resort", async () => {
    const folder = usePrograms({ "xdg-open": "exit 4", gio: 'echo "$1" >"$(dirname "$0")/seen"' });
    expect(await startLauncher(url)).toBe(undefined);
    await expect.poll(() => existsSync(join(folder, "seen"))).toBe(true);
  });

  it("tries the next launcher if one crashes", async () => {
    const folder = usePrograms({ "xdg-open": "kill -SEGV $$", gio: 'echo "$1" >"$(dirname "$0")/seen"' });
    expect(await startLauncher(url)).toBe(undefined);
    await expect.poll(() => existsSync(join(folder, "seen"))).toBe(true);
    usePrograms({ "xdg-open": "kill -SEGV $$" });
    expect(await startLauncher(url)).toMatch(/^xdg-open was terminated by SIGSEGV; /);
  });

  it("reports every launcher and its failure without the address", async () => {
    usePrograms({ "xdg-open": "exit 4", gio: "exit 2" });
    expect(await startLauncher(url)).toMatch(
      /^xdg-open exited with code 4; the bundled xdg-open exited with code \d; gio open exited with code 2$/,
    );
    vi.stubEnv("PATH", "/nonexistent");
    expect(await startLauncher(url)).toMatch(
      /^xdg-open could not be started; .*gio open could not be started$/,
    );
  });
});

describe("on other systems", () => {
  /** Starts the launcher with `open` replaced by the given function. */
  async function startWith(
    open: (url: string) => Promise<unknown>,
    platform: NodeJS.Platform = "darwin",
  ): Promise<string | undefined> {
    vi.doMock("open", () => ({ default: open }));
    loadModulesAnew();
    const anew = await import("../../../../src/sign-in/browser/start-launcher.ts");
    asPlatform(platform);
    return anew.startLauncher(url);
  }

  it("returns undefined if a launcher exited with 0", async () => {
    expect(await startWith(() => Promise.resolve({ exitCode: 0 }))).toBe(undefined);
  });

  it("starts the Windows browser in WSL", async () => {
    vi.stubEnv("WSL_DISTRO_NAME", "Debian");
    const opened = vi.fn(() => Promise.resolve({ exitCode: 0 }));
    expect(await startWith(opened, "linux")).toBe(undefined);
    expect(opened).toHaveBeenCalledWith(url);
  });

  it("reports a failed launcher's exit code", async () => {
    const failure = "the system's launcher exited with code 3";
    expect(await startWith(() => Promise.resolve({ exitCode: 3 }))).toBe(failure);
    const launcher = Object.assign(new EventEmitter(), { exitCode: null as number | null });
    const reason = startWith(() => Promise.resolve(launcher));
    await expect.poll(() => launcher.listenerCount("exit")).toBe(1);
    launcher.exitCode = 3;
    launcher.emit("exit");
    expect(await reason).toBe(failure);
  });

  it("stops watching after two seconds and ignores later failures", async () => {
    vi.useFakeTimers();
    const launcher = Object.assign(new EventEmitter(), { exitCode: null });
    const started = startWith(() => Promise.resolve(launcher));
    await expect.poll(() => launcher.listenerCount("exit")).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(await started).toBe(undefined);
    launcher.emit("error", new Error("gone"));
    launcher.emit("exit", 1);
  });
});
