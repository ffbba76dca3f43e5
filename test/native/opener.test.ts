import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputOf, runProgram } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { registerRedirectScheme } from "../../src/sign-in/redirect/custom-scheme-registration.ts";
import { registerLaunchCommand } from "../../src/sign-in/redirect/launch.ts";
import { useScratchHome } from "./scheme-home.ts";
import { openFlow } from "./scheme-redirects.ts";

const applicationId = "1234567890123456789";
const scheme = `discord-${applicationId}`;
const launchUrl = `${scheme}://join?secret=x`;

const home = useScratchHome();

function redirect(state: string, of = scheme): string {
  return `${of}:/authorize/callback?code=code-${state}&state=${state}`;
}

async function open(...args: string[]): Promise<number | null> {
  return (await runProgram(home().opener(scheme), args)).status;
}

/** A launch command that atomically writes its arguments to `file`, one per line. */
function recorder(file: string): string {
  const script = join(home().path, "my game.sh");
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$@" > "${file}.new"\nmv "${file}.new" "${file}"\n`, {
    mode: 0o755,
  });
  return `"${script}" --fast`;
}

describe("redirect-opener", needs("Linux"), () => {
  it.each<[string, string[], string, string, object]>([
    [
      "a redirect opened with xdg-open on a desktop",
      ["xdg-open"],
      redirect("s1"),
      scheme,
      { XDG_CURRENT_DESKTOP: "GNOME" },
    ],
    [
      "a redirect opened with xdg-open without a desktop",
      ["xdg-open"],
      redirect("s1", "com.example.game"),
      "com.example.game",
      { DISPLAY: ":7" },
    ],
    ["a redirect opened with `gio open`", ["gio", "open"], redirect("s1"), scheme, {}],
    [
      "52: a redirect whose scheme is in upper case",
      ["gio", "open"],
      redirect("s1", scheme.toUpperCase()),
      scheme,
      {},
    ],
  ])(
    "delivers to the flow %s",
    needs("xdg-utils", "gio"),
    async (_title, [program = "", ...args], url, name, env) => {
      await using flow = await openFlow(applicationId, "s1", name);
      await outputOf(program, [...args, url], { env: { ...process.env, ...env } });
      expect(await flow.code).toBe("code-s1");
    },
  );

  it("52: delivers a redirect whose scheme is in upper case", needs("gio"), async () => {
    await using flow = await openFlow(applicationId);
    await outputOf("gio", ["open", redirect("s1", scheme.toUpperCase())]);
    expect(await flow.code).toBe("code-s1");
  });

  it("54: delivers every character of a redirect unchanged, without a shell", needs("gio"), async () => {
    await using flow = await openFlow(applicationId);
    const text = "a%20b;$(touch+x)'&--x='*%22";
    await outputOf("gio", ["open", `${scheme}:/authorize/callback?state=s1&code=${text}`]);
    expect(await flow.code).toBe("a b;$(touch x)'");
  });

  it("54: rejects other arguments with a nonzero exit code and does not notify the game", async () => {
    await using flow = await openFlow(applicationId);
    expect(await open()).toBe(2);
    expect(await open(redirect("s1"), redirect("s1"))).toBe(2);
    expect(await open("--version")).toBe(3);
    expect(await open("--", launchUrl)).toBe(3);
    expect(await open("--", `${scheme}://authorize/callback?code=c&state=s1`)).toBe(3);
    expect(await open("--", redirect("s1", "discord-1"))).toBe(3);
    expect(flow.ignored).toEqual([]);
    expect(await open("--", redirect("s1"))).toBe(0);
    expect(await flow.code).toBe("code-s1");
  });

  it("reports that no game is running", async () => {
    registerRedirectScheme({ applicationId });
    const { status, stderr } = await runProgram(home().opener(scheme), ["--", redirect("secret")]);
    expect(status).toBe(4);
    expect(stderr).toContain("not running");
    expect(stderr).not.toContain("secret");
  });

  it("starts the registered launch command without the redirect if no game is running", async () => {
    const written = join(home().path, "launched");
    registerRedirectScheme({ applicationId });
    expect(registerLaunchCommand(applicationId, recorder(written))).toBe(true);
    expect(await open("--", redirect("secret"))).toBe(0);
    await expect.poll(() => readFileSync(written, "utf8")).toBe("--fast\n");
  });

  it("passes a launch URL to the launch command, never to a waiting flow", needs("gio"), async () => {
    const written = join(home().path, "launched");
    registerLaunchCommand(applicationId, recorder(written));
    await using flow = await openFlow(applicationId);
    await outputOf("gio", ["open", launchUrl]);
    await expect.poll(() => readFileSync(written, "utf8")).toBe(`--fast\n${launchUrl}\n`);
    expect(flow.ignored).toEqual([]);
    expect(await open("--", redirect("s1"))).toBe(0);
    expect(await flow.code).toBe("code-s1");
  });
});
