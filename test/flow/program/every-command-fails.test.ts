import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { runProgram, type RunOptions, startProgram } from "../../setup/child-process.ts";
import {
  createHome,
  createSignedIn,
  groups,
  type Home,
  inAllGroups,
  onDevice,
  type Row,
} from "../../setup/program/command-rows.ts";
import { type GatedService, startGatedService } from "../../setup/program/gated-service.ts";
import { executable, runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ deviceIntervalSeconds: 1 });
});
afterAll(() => emulator.close());

const timeout = 120_000;
const limitMs = 100_000;

/** The arguments of a row, with the options before another program's arguments. */
function wordsOf({ line }: Row, ...options: readonly string[]): string[] {
  const [own = "", program] = line.split(" -- ");
  return [...own.split(" "), ...options, ...(program === undefined ? [] : ["--", ...program.split(" ")])];
}

/** Whether the command sends no request. The stored token is still valid. */
const asksNobody = ({ alone, line }: Row): boolean => alone === true || line === "token";

const statusOf = ({ asks, status = 0 }: Row): number => (asks === undefined ? status : 2);

/** Runs the groups in parallel, each with its own home and service, which `shut` disables after the preparation. */
async function behindDoors(
  shut: (service: GatedService, home: Home) => Promise<void> | void,
  type: (row: Row, setting: RunOptions, service: GatedService) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Object.entries(groups).map(async ([name, rows]) => {
      await using service = await startGatedService(emulator.apiBase);
      const { apiBase } = service;
      await using home = await (name === "session" ? createSignedIn : createHome)(emulator, apiBase);
      // A signed-in player is not prompted again.
      await using other = await createHome(emulator, apiBase);
      if (name === "commands") await runExecutable(["commands", "snapshot", "before.json"], home);
      await shut(service, home);
      for (const row of rows) {
        const { cwd, env } = row.line === "login" ? other : home;
        if (row.line.startsWith("commands restore"))
          copyFileSync(join(cwd, "before.json"), join(cwd, "kept.json"));
        await type(row, { cwd: row.elsewhere ? home.empty : cwd, env, limitMs }, service);
      }
    }),
  );
}

/** Sends SIGINT as soon as the service receives a request, which it does not answer. */
async function interrupt(row: Row, { cwd, env }: RunOptions, requests: NodeJS.EventEmitter) {
  const words = [executable, ...wordsOf(row)];
  const child = startProgram(process.execPath, words, {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    limitMs,
  });
  const stop = () => void child.kill("SIGINT");
  requests.once("held", stop);
  const ended = once(child, "close") as Promise<[status: number | null]>;
  const [stdout, stderr, [status]] = await Promise.all([
    child.stdout && text(child.stdout),
    child.stderr && text(child.stderr),
    ended,
  ]);
  requests.off("held", stop);
  return { status, stdout, stderr };
}

describe("every command", needs("Linux", "whole programs"), () => {
  it("completes its work if its output is not read", { timeout }, () =>
    inAllGroups(emulator, async (row, home, setting) => {
      const script = '"$@" 2>&1 | true; exit "${PIPESTATUS[0]}"';
      const words = ["-c", script, "bash", process.execPath, executable, ...wordsOf(row)];
      const env = { PATH: process.env["PATH"], ...setting.env };
      const ended = runProgram("bash", words, { ...setting, env });
      if (row.line === "login") await home.answer();
      const { status } = await ended;
      expect({ line: row.line, status }).toEqual({ line: row.line, status: statusOf(row) });
    }),
  );

  it(
    "exits at Ctrl-C while the service does not respond, and prints that it was interrupted",
    { timeout },
    () => {
      const held = new Map<GatedService, NodeJS.EventEmitter>();
      return behindDoors(
        (service) => void held.set(service, service.hold()),
        async (row, setting, service) => {
          const { line } = row;
          const alone = asksNobody(row);
          const { status, stderr } = await interrupt(row, setting, held.get(service) ?? expect.unreachable());
          const said = alone ? expect.any(String) : expect.stringMatching(/Interrupted[.:]/);
          expect({ line, status, stderr }).toEqual({
            line,
            status: alone ? statusOf(row) : 130,
            stderr: said,
          });
        },
      );
    },
  );

  it.concurrent("reports an error without a network", { timeout }, () =>
    behindDoors(
      (service) => service.leave(),
      async (row, setting) => void (await failing(row, setting)),
    ),
  );

  it.concurrent("reports an error if the service fails", { timeout }, () =>
    behindDoors(
      (service) => service.fail(),
      async (row, setting) => {
        if (row.line !== "login") return void (await failing(row, setting));
        // A sign-in in the browser could still succeed, since the authorization page works.
        const { status, stdout } = await runOnTerminal(["login", "--device"], setting);
        expect([status, stdout]).toEqual([1, expect.stringContaining("503")]);
      },
    ),
  );

  it("reports a rejected credential, and does not print it", { timeout }, () => {
    const secret = "a-secret-of-nobody";
    return behindDoors(
      (_service, { application }) => emulator.player("Ada", { application }).deauthorize(),
      async (row, setting) => {
        // A sign-in needs no credential. whoami deletes the ended session, so token and logout find no player.
        if (["login", "token", "logout"].includes(row.line)) return;
        const env = { ...setting.env, SLASHPASS_BOT_TOKEN: secret, SLASHPASS_ACCESS_TOKEN: secret };
        expect(await failing(row, { ...setting, env })).not.toContain(secret);
      },
    );
  });
});

it(
  "ends a sign-in when the player declines, in the browser and on another device",
  needs("Linux", "whole programs"),
  async () => {
    await using home = await createHome(emulator);
    const login = runExecutable(["login", "--json"], home);
    await home.answer("deny");
    const { status, stdout } = await login;
    expect([status, readObject(stdout).error]).toMatchObject([1, { code: "access_denied" }]);
    const onOther = await runOnTerminal(["login", "--device"], {
      ...home,
      respond: onDevice(emulator, "deny"),
    });
    expect(onOther).toMatchObject({ status: 1, stdout: expect.stringContaining("The player declined.") });
    expect((await runExecutable(["whoami"], home)).status).toBe(1);
  },
);

/** Runs a row that must fail unless it sends no request, and returns all output. */
async function failing(row: Row, setting: RunOptions): Promise<string> {
  const { line } = row;
  const run = await runExecutable(wordsOf(row, "--json"), setting);
  const { ok, error } = readObject(run.stdout);
  const told = { line, status: run.status, ok, code: error?.code, hint: error?.hint };
  const [code, hint] = [expect.any(String), expect.any(String)];
  if (asksNobody(row)) expect(told).toMatchObject({ line, status: statusOf(row) });
  // Reports the failure as its result.
  else if (line === "doctor") expect(told).toMatchObject({ status: 3, ok: true });
  else expect(told).toMatchObject({ line, status: 1, ok: false, code, hint });
  return run.stdout + run.stderr;
}
