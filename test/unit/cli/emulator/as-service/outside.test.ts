import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { delimiter } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EndedBy } from "../../../../../src/cli/frame/failure.ts";
import { asPlatform } from "../../../../setup/as-platform.ts";
import { oneLine } from "../../../../setup/program/one-line.ts";
import { type ProgramSetting, runInProcess } from "../../../../setup/program/run-in-process.ts";
import { readObject } from "../../../../setup/program/schema.ts";
import { needs } from "../../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../../setup/temporary-folder.ts";

// Real namespaces are tested in test/flow/program/emulator-as-service.test.ts.

const words = ["emulator", "--as-service", "--", "npm", "test"];

afterEach(() => vi.unstubAllEnvs());

/** Runs the program with a fake `unshare` and checks that its temporary directory is empty afterward. */
async function runWith(unshare: string, { env, ...setting }: ProgramSetting = {}, typed = words) {
  const programs = temporaryFolder();
  writeFileSync(join(programs, "unshare"), `#!/bin/sh\n${unshare}\n`);
  chmodSync(join(programs, "unshare"), 0o755);
  const folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  const PATH = `${programs}${delimiter}${process.env["PATH"]}`;
  const run = await runInProcess(typed, { ...setting, env: { PATH, ...env } });
  expect(readdirSync(folder)).toEqual([]);
  return { ...run, stderr: oneLine(run.stderr) };
}

/** Simulates the inner run. */
const inside = (program: string) =>
  `echo "slashpass has entered" >&2; exec ${process.execPath} -e '${program}'`;

describe("slashpass emulator --as-service", needs("a POSIX system", "whole programs"), () => {
  it("reports why the system refuses a namespace and prints an object with --json", async () => {
    asPlatform("linux");
    const refuse = "echo 'unshare: unshare failed:' >&2; echo ' Operation not permitted' >&2; exit 1";
    expect(await runWith(refuse)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "cannot be redirected to the emulator: unshare: unshare failed:; Operation not permitted.",
      ),
    });
    const { stdout } = await runWith(refuse, {}, ["emulator", "--json", "--as-service", "--", "true"]);
    expect(readObject(stdout)).toMatchObject({ ok: false, error: { code: "namespace_unavailable" } });
    expect((await runWith("exit 9")).stderr).toContain("the setup exited with code 9");
  });

  it("fails if there is no shell or no directory for its files", async () => {
    asPlatform("linux");
    const { stderr } = await runInProcess(words, { env: { PATH: "/nowhere" } });
    expect(oneLine(stderr)).toContain("spawn sh ENOENT");
    vi.stubEnv("TMPDIR", "/nowhere/at-all");
    expect(oneLine((await runInProcess(words)).stderr)).toContain(
      "no folder can be created in /nowhere/at-all (ENOENT)",
    );
  });

  it("maps the user and group ids to themselves unless the user is root", async () => {
    asPlatform("linux");
    const cwd = temporaryFolder();
    const request = async (user: number) => {
      vi.spyOn(process, "getuid").mockReturnValue(user);
      vi.spyOn(process, "getgid").mockReturnValue(user + 1);
      await runWith('printf "%s\\n" "$@" >asked; exit 1', { cwd });
      vi.restoreAllMocks();
      return readFileSync(join(cwd, "asked"), "utf8").match(/^--(?:user|map).*$/gm);
    };
    expect(await request(0)).toBeNull();
    expect(await request(5)).toEqual([
      "--user",
      "--map-root-user",
      "--user",
      "--map-user=5",
      "--map-group=6",
    ]);
  });

  it.each([
    [
      "has disconnected",
      `process.disconnect();
      setInterval(() => { if (require("fs").existsSync("go")) process.exit(4); }, 20);`,
      4,
    ],
    [
      "is terminated by the signal that it receives",
      'process.once("message", (signal) => process.kill(process.pid, signal)); setInterval(() => {}, 1000);',
      128 + 15,
    ],
  ])("returns the exit code of an inner run that %s", async (_what, program, expected) => {
    asPlatform("linux");
    const cwd = temporaryFolder();
    const end = new AbortController();
    const line = inside(`${program} require("fs").writeFileSync("ready", "");`);
    const running = runWith(line, { cwd, signal: end.signal });
    await expect.poll(() => existsSync(join(cwd, "ready"))).toBe(true);
    end.abort(new EndedBy("SIGTERM"));
    writeFileSync(join(cwd, "go"), "");
    expect((await running).code).toBe(expected);
  });

  it("passes its arguments and socket to the inner run, opens the page and returns the exit code", async () => {
    asPlatform("linux");
    const opened: string[] = [];
    const cwd = temporaryFolder();
    const program = `process.send("served");
      process.once("message", (message, server) => {
        require("fs").writeFileSync("seen", message + " " + server.address().port + " " + process.env.SLASHPASS_NAMESPACE_PORT);
        server.close();
        process.exit(7);
      });`;
    const line = `for word; do last=$word; done; echo "$last" >line; ${inside(program)}`;
    const openBrowser = async (url: string) => void opened.push(url);
    const { code, stderr } = await runWith(line, { cwd, own: { openBrowser } }, [
      "emulator",
      "--open",
      ...words.slice(1),
    ]);
    expect([code, stderr]).toEqual([7, ""]);
    const [, port] = /^server (\d+) \1$/.exec(readFileSync(join(cwd, "seen"), "utf8")) ?? [];
    expect(opened).toEqual([`http://127.0.0.1:${port}/`]);
    expect(readFileSync(join(cwd, "line"), "utf8")).toBe("test\n");
  });

  it("starts nothing if already aborted", async () => {
    asPlatform("linux");
    const { code } = await runWith("exit 70", { signal: AbortSignal.abort(new EndedBy("SIGINT")) });
    expect(code).toBe(130);
  });
});
