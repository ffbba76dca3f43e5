import { describe, expect, it, onTestFinished, vi } from "vitest";
import { usePlayer, variablesFor } from "../../../setup/program/player-at-terminal.ts";
import { readObject } from "../../../setup/program/schema.ts";

const player = await usePlayer();

describe("slashpass token", () => {
  it("prints a valid token into a pipe, and refreshes one that is about to expire", async () => {
    await player.run(["login"]);
    const first = (await player.run(["token"])).stdout;
    expect(first).toMatch(/^\S{20,}\n$/);
    const week = 7 * 86_400_000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + week - 30_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { stdout } = await player.run(["token", "--json"]);
    expect(readObject(stdout).result).toMatchObject({ scopes: ["identify"] });
    const second = (await player.run(["token"])).stdout;
    expect(second).not.toBe(first);
    vi.setSystemTime(Date.now() + 60_000);
    const headers = (token: string) => ({ headers: { authorization: `Bearer ${token.trim()}` } });
    expect((await fetch(`${player.emulator.apiBase}/users/@me`, headers(first))).status).toBe(401);
    expect((await fetch(`${player.emulator.apiBase}/users/@me`, headers(second))).status).toBe(200);
  });

  it("does not print a token on a terminal without --print", async () => {
    await player.run(["login"]);
    const { code, stdout, stderr } = await player.run(["token"], { columns: 80 });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("--print")]);
    const refused = await player.run(["token", "--json"], { columns: 80 });
    expect(readObject(refused.stdout).error?.code).toBe("token_would_be_seen");
    expect((await player.run(["token", "--print"], { columns: 80 })).stdout).toMatch(/^\S{20,}\n$/);
  });

  it("runs a program with a token, prints nothing, and exits with its code", async () => {
    await player.run(["login"]);
    const program = `const { SLASHPASS_API_BASE: base, SLASHPASS_ACCESS_TOKEN: token } = process.env;
      const { status } = await fetch(base + "/users/@me", { headers: { authorization: "Bearer " + token } });
      process.exitCode = status === 200 ? 8 : 1;`;
    const command = ["--", process.execPath, "--input-type=module", "-e", program];
    const setting = { env: { ...process.env, ...variablesFor(player.emulator) } };
    expect(await player.run(["token", "--exec", ...command], setting)).toEqual({
      code: 8,
      stdout: "",
      stderr: "",
    });
    const { stdout } = await player.run(["token", "--json", "--exec", "--", process.execPath, "-e", ""]);
    expect(readObject(stdout).result).not.toHaveProperty("accessToken");
  });

  it.each([
    [["--exec"], "--exec needs a program"],
    [["--exec", "--print", "node"], "cannot be used together"],
    [["node"], "only with --exec"],
  ])("rejects %j", async (words, reason) => {
    const { code, stderr } = await player.run(["token", ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  it("suggests `login` if there is no session", async () => {
    const { code, stderr } = await player.run(["token"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("'slashpass login'")]);
  });
});
