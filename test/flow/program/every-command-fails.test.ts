import { afterAll, describe, expect, it } from "vitest";
import { EndedBy } from "../../../src/cli/frame/failure.ts";
import { startEmulator } from "../../../src/emulator/index.ts";
import { runProgram } from "../../setup/child-process.ts";
import {
  createHome,
  createProcessHome,
  groups,
  type Home,
  inAllGroups,
  onDevice,
  type Row,
  useMachine,
  argumentsOf,
} from "../../setup/program/command-rows.ts";
import { type GatedService, startGatedService } from "../../setup/program/gated-service.ts";
import { executable, runExecutable } from "../../setup/program/run-executable.ts";
import type { ProgramSetting } from "../../setup/program/run-in-process.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";

const emulator = await startEmulator({ deviceIntervalSeconds: 1 });
useMachine();
afterAll(() => emulator.close());

const timeout = 120_000;

/** Whether the command sends no request, because the stored token is still valid. */
const sendsNothing = ({ alone, line }: Row): boolean => alone === true || line === "token";

const statusOf = ({ asks, status = 0 }: Row): number => (asks === undefined ? status : 2);

/**
 * Runs the groups in parallel, each with its own home and service, which `shut` disables once everything is prepared. With
 * `inParallel`, also runs each group's rows in parallel.
 */
async function behindGates(
  shut: (service: GatedService, home: Home) => Promise<void> | void,
  type: (row: Row, home: Home, setting: ProgramSetting, service: GatedService) => Promise<void>,
  { inParallel = false } = {},
): Promise<void> {
  await Promise.all(
    Object.entries(groups).map(async ([name, rows]) => {
      await using service = await startGatedService(emulator.apiBase);
      const home = await createHome(emulator, service.apiBase);
      if (name === "session") await home.run(["login"]);
      // A player who is already signed in is not prompted.
      const other = await createHome(emulator, service.apiBase);
      if (name === "commands") await home.run(["commands", "snapshot", "before.json"]);
      await shut(service, home);
      const tryRow = (row: Row) => {
        const of = row.line === "login" ? other : home;
        const { cwd } = of.setting;
        const line = row.line.replace("restore kept.json", "restore before.json");
        return type({ ...row, line }, of, { cwd: row.elsewhere ? home.empty : cwd }, service);
      };
      const here = rows.filter(({ isProcess }) => isProcess !== true);
      // Failing requests are retried for seconds.
      const isParallel = (row: Row) => inParallel && name !== "session" && !sendsNothing(row);
      await Promise.all(here.filter(isParallel).map(tryRow));
      for (const row of here.filter((each) => !isParallel(each))) await tryRow(row);
    }),
  );
}

describe("every command", needs("Linux"), () => {
  it("reports the interruption and exits on Ctrl-C while the service does not respond", { timeout }, () => {
    const held = new Map<GatedService, NodeJS.EventEmitter>();
    return behindGates(
      (service) => void held.set(service, service.hold()),
      async (row, home, setting, service) => {
        const { line } = row;
        const end = new AbortController();
        const stop = () => end.abort(new EndedBy("SIGINT"));
        const requests = held.get(service) ?? expect.unreachable();
        // A late request from the previous command must not stop a command that sends no request.
        if (!sendsNothing(row)) requests.once("held", stop);
        const { code, stderr } = await home.run(argumentsOf(line), { ...setting, signal: end.signal });
        requests.off("held", stop);
        expect({ line, code, stderr }).toEqual(
          sendsNothing(row)
            ? { line, code: statusOf(row), stderr: expect.any(String) }
            : { line, code: 130, stderr: expect.stringMatching(/Interrupted[.:]/) },
        );
      },
    );
  });

  it("reports an error if there is no network", { timeout }, () =>
    behindGates(
      (service) => service.leave(),
      async (row, home, setting) => void (await failing(row, home, setting)),
      { inParallel: true },
    ),
  );

  it("reports an error if the service fails", { timeout }, () =>
    behindGates(
      (service) => service.fail(),
      async (row, home, setting) => {
        if (row.line !== "login") return void (await failing(row, home, setting));
        // A browser sign-in could still succeed, since the authorization page works.
        const { code, stderr } = await home.run(["login", "--device"], { ...setting, columns: 80 });
        expect([code, stderr]).toEqual([1, expect.stringContaining("503")]);
      },
      { inParallel: true },
    ),
  );

  it("reports a rejected credential without printing it", { timeout }, () => {
    const secret = "a-secret-of-nobody";
    return behindGates(
      (_service, { application }) => emulator.player("Ada", { application }).deauthorize(),
      async (row, home, setting) => {
        // Signing in requires no credential. whoami deletes the expired session, so token and logout find no player.
        if (["login", "token", "logout"].includes(row.line)) return;
        const env = { ...home.setting.env, SLASHPASS_BOT_TOKEN: secret, SLASHPASS_ACCESS_TOKEN: secret };
        expect(await failing(row, home, { ...setting, env })).not.toContain(secret);
      },
    );
  });
});

it(
  "runs every `app` and `completion` command to the end even if nothing reads the output",
  needs("Linux"),
  () =>
    inAllGroups(
      () => createProcessHome(emulator),
      async (row, { cwd, env }) => {
        const script = '"$@" 2>&1 | true; exit "${PIPESTATUS[0]}"';
        const args = ["-c", script, "bash", process.execPath, executable, ...argumentsOf(row.line)];
        const { status } = await runProgram("bash", args, { cwd, env });
        expect({ line: row.line, status }).toEqual({ line: row.line, status: statusOf(row) });
      },
      ({ line }) => /^(?:app|completion) /.test(line),
    ),
);

it(
  "ends a sign-in when the player declines in the browser or on another device",
  needs("Linux"),
  async () => {
    const home = await createProcessHome(emulator);
    const login = runExecutable(["login", "--json"], home);
    await home.answer("deny");
    const { status, stdout } = await login;
    expect([status, readObject(stdout).error]).toMatchObject([1, { code: "access_denied" }]);
    expect((await runExecutable(["whoami"], home)).status).toBe(1);
    const here = await createHome(emulator);
    expect(await here.run(["login", "--device"], onDevice(emulator, "deny"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("The player declined."),
    });
  },
);

/** Runs a row, expects it to fail unless it sends no request, and returns all output. */
async function failing(row: Row, home: Home, setting: ProgramSetting): Promise<string> {
  const { line } = row;
  const run = await home.run(argumentsOf(line, "--json"), setting);
  const { ok, error } = readObject(run.stdout);
  const failed = { line, status: run.code, ok, code: error?.code, hint: error?.hint };
  const [code, hint] = [expect.any(String), expect.any(String)];
  if (sendsNothing(row)) expect(failed).toMatchObject({ line, status: statusOf(row) });
  // doctor reports the failure as its result.
  else if (line === "doctor") expect(failed).toMatchObject({ status: 3, ok: true });
  else expect(failed).toMatchObject({ line, status: 1, ok: false, code, hint });
  return run.stdout + run.stderr;
}
