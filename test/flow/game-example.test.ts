import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram, warningsIn } from "../setup/child-process.ts";
import { Machine } from "../setup/machine.ts";

const root = new URL("../../", import.meta.url).pathname;
/** This directory is inside the package, so `slashpass` resolves to its build. */
const built = join(root, "build/game-example");

/** A pattern for the game's output, and the player's reply. */
type Turn = readonly [
  prompt: RegExp,
  typed: string | ((prompt: RegExpExecArray) => Promise<string | undefined>),
];

async function play(
  { home, env }: Machine,
  settings: Readonly<Record<string, string>>,
  turns: readonly Turn[],
): Promise<string> {
  const remaining = [...turns];
  let offset = 0;
  const { status, stdout, stderr } = await runProgram(process.execPath, [join(built, "main.js")], {
    cwd: home,
    env: { ...env, LC_ALL: "en_US.UTF-8", ...settings },
    respond(printed, type) {
      const [prompt, typed = ""] = remaining[0] ?? [];
      const found = prompt?.exec(printed.slice(offset));
      if (!found) return;
      remaining.shift();
      offset = printed.length;
      if (typeof typed === "string") type(`${typed}\n`);
      else void typed(found).then((line) => line !== undefined && type(`${line}\n`));
    },
  });
  expect({ remaining, status, warnings: warningsIn(stderr) }).toEqual({
    remaining: [],
    status: 0,
    warnings: [],
  });
  return stdout;
}

describe("examples/game", () => {
  beforeAll(async () => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const args = [tsc, "-p", "examples/game", "--outDir", built, "--pretty", "false"];
    const { status, stdout } = await runProgram(process.execPath, args, { cwd: root, limitMs: 100_000 });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  it("signs in, greets the player by name even when started offline, and signs out", async () => {
    await using machine = await Machine.start();
    const first = await play(machine, {}, [
      [/You are not signed in.*quit/s, "drive"],
      [/You drive \d km/, "sign in"],
      [/You are signed in as Ada/, "quit"],
    ]);
    expect(first).not.toContain("no password store");
    // No server listens on this port.
    const offline = {
      SLASHPASS_API_BASE: "http://127.0.0.1:9/api",
      SLASHPASS_WEB_BASE: machine.emulator.webBase,
    };
    await play(machine, offline, [[/Welcome back, Ada\..*quit/s, "quit"]]);
    await play(machine, {}, [
      [/Welcome back, Ada\..*quit/s, "sign out"],
      [/You are signed out/, "quit"],
    ]);
    await play(machine, {}, [[/You are not signed in.*quit/s, "quit"]]);
    const log = readFileSync(join(machine.home, ".lunar-rally/discord.log.1"), "utf8");
    expect(log).toContain('the store "keychain" has a session');
  });

  it("requires Steam for guests and continues with a warning if there is no keychain to store tokens", async () => {
    await using machine = await Machine.start();
    const settings = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${machine.home}/nothing` };
    await play(machine, settings, [
      [/quit/, "guest"],
      [/Start the game from Steam/, "sign in"],
      [/signed in as Ada.*no password store/s, "drive"],
      [/You drive \d km/, "quit"],
    ]);
    await play(machine, settings, [[/You are not signed in.*quit/s, "quit"]]);
  });

  it("lets the player cancel, retry and decline, in the player's language", async () => {
    await using machine = await Machine.start();
    const { emulator } = machine;
    machine.visit = () => undefined;
    await play(machine, { LC_ALL: "de_DE.UTF-8" }, [
      [/Niemand ist angemeldet.*quit/s, "sign in"],
      [/Dein Browser öffnet sich.*http/s, "sign in"],
      [/läuft bereits/, "cancel"],
      [
        /abgebrochen/,
        async () => {
          machine.visit = emulator.player("Ada").browser({ answer: "deny" });
          return "sign in";
        },
      ],
      [/abgebrochen/, "hover"],
      [/„hover“ kennt der Mond nicht/, "quit"],
    ]);
  });

  it("keeps a guest's progress when the player signs in on a phone", async () => {
    await using machine = await Machine.start();
    const { emulator } = machine;
    await play(machine, { STEAM_SESSION_TICKET: "14000000deadbeef" }, [
      [/quit/, "guest"],
      [/You are playing as a guest/, "drive"],
      [/You drive \d km/, "phone"],
      [
        /▀[^]*open (\S+) and enter (\S+)/,
        async ([, address, code]) => {
          await emulator.player("Grace").browser()(`${address}?user_code=${code}`);
          return undefined;
        },
      ],
      [/signed in as Grace.*You keep your \d km/s, "sign out"],
      [/You are signed out/, "guest"],
      [/already linked/, "quit"],
    ]);
    expect(existsSync(join(machine.home, ".lunar-rally/discord.log"))).toBe(true);
  });

  it("passes its own tests", async () => {
    const { status, stdout } = await runProgram(process.execPath, [join(built, "account.test.js")]);
    expect({ status, failed: /^# fail (\d+)/m.exec(stdout)?.[1] }).toEqual({ status: 0, failed: "0" });
  });
});
