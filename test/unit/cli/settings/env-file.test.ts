import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { withEnvFile } from "../../../../src/cli/settings/env-file.ts";
import { Files, neighbour, player, sharedByAll } from "../../../setup/other-users.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const text =
  'SLASHPASS_APPLICATION_ID="1400000000000000001"\nexport SLASHPASS_GUILD_ID=5 # a guild\nPATH=/planted\n';
const read = { SLASHPASS_APPLICATION_ID: "1400000000000000001", SLASHPASS_GUILD_ID: "5" };

describe("withEnvFile", () => {
  it("adds the program's variables without overriding the environment", () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, ".env"), text);
    expect(withEnvFile({ cwd, env: {} }, undefined)).toEqual({ env: read });
    const env = { SLASHPASS_GUILD_ID: "7", PATH: "/bin" };
    expect(withEnvFile({ cwd, env }, undefined)).toEqual({ env: { ...read, ...env } });
  });

  it("finds the nearest file, searching up to the project's directory", () => {
    const top = temporaryFolder();
    const inside = join(top, "game", "src", "deep");
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(top, ".env"), "SLASHPASS_GUILD_ID=1");
    const found = () => withEnvFile({ cwd: inside, env: {} }, undefined).env["SLASHPASS_GUILD_ID"];
    expect(found()).toBeUndefined();
    writeFileSync(join(top, "package.json"), "{}");
    expect(found()).toBe("1");
    writeFileSync(join(top, "game", "package.json"), "{}");
    expect(found()).toBeUndefined();
    writeFileSync(join(top, "game", ".env"), "SLASHPASS_GUILD_ID=2");
    expect(found()).toBe("2");
    writeFileSync(join(inside, ".env"), "SLASHPASS_GUILD_ID=3");
    expect(found()).toBe("3");
  });

  it("reads only the specified file, which must exist", () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, ".env"), "SLASHPASS_GUILD_ID=1\nSLASHPASS_WEB_BASE=http://127.0.0.1:1");
    writeFileSync(join(cwd, "other"), "SLASHPASS_GUILD_ID=2");
    expect(withEnvFile({ cwd, env: {} }, "other")).toEqual({ env: { SLASHPASS_GUILD_ID: "2" } });
    const unreadable = (message: string) => expect.objectContaining({ code: "env_file_unreadable", message });
    expect(() => withEnvFile({ cwd, env: {} }, "none")).toThrow(
      unreadable(`${join(cwd, "none")} does not exist.`),
    );
    expect(() => withEnvFile({ cwd, env: {} }, ".")).toThrow(unreadable(`${cwd} cannot be read (EISDIR).`));
  });

  it("reads a file with a byte order mark and Windows line endings", () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, ".env"), `\uFEFF${text.replaceAll("\n", "\r\n")}`);
    expect(withEnvFile({ cwd, env: {} }, undefined)).toEqual({ env: read });
    expect(withEnvFile({ cwd, env: {} }, ".env")).toEqual({ env: read });
  });

  it.each([
    ["UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le"), "it is UTF-16, but must be UTF-8"],
    ["Latin-1", Buffer.from("A=ü", "latin1"), "it is not valid UTF-8"],
  ])(
    "reports the encoding of a file in %s with a note, or with an error if the file was specified",
    (_, bytes, problem) => {
      const path = join(temporaryFolder(), ".env");
      writeFileSync(path, bytes);
      const cwd = join(path, "..");
      const note = `${path} is not read: ${problem}. Save it as UTF-8.`;
      expect(withEnvFile({ cwd, env: {} }, undefined)).toEqual({ env: {}, note });
      expect(() => withEnvFile({ cwd, env: {} }, ".env")).toThrow(`${path} cannot be read (${problem}).`);
    },
  );

  it("ignores an unreadable file, or a file without the program's variables", () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, ".env"));
    expect(withEnvFile({ cwd, env: {} }, undefined)).toEqual({ env: {} });
    expect(withEnvFile({ cwd: temporaryFolder(), env: {} }, undefined)).toEqual({ env: {} });
  });

  it("skips another user's file unless that file is specified explicitly", needs("the root user"), () => {
    const files = new Files(sharedByAll());
    const cwd = files.makeFolder(player, "game", 0o777);
    const planted = files.put(neighbour, "game/.env", text);
    const theirs = files.makeFolder(neighbour, "theirs");
    files.put(neighbour, "theirs/.env", text);
    const spy = vi.spyOn(process, "geteuid").mockReturnValue(player);
    onTestFinished(() => spy.mockRestore());
    expect(withEnvFile({ cwd, env: {} }, undefined)).toEqual({
      env: {},
      note: `${planted} is not read: it belongs to another user (${neighbour}). If you trust it, pass it with --env-file.`,
    });
    expect(withEnvFile({ cwd: theirs, env: {} }, undefined)).toMatchObject({
      env: {},
      note: expect.any(String),
    });
    expect(withEnvFile({ cwd, env: {} }, planted)).toEqual({ env: read });
  });
});

it("makes every command read the project's .env or the file specified by --env-file", async () => {
  const cwd = temporaryFolder();
  const run = async (...more: readonly string[]) =>
    (await runInProcess(["launch-command", "status", "--json", ...more], { cwd })).stdout;
  expect(await run()).toContain("no_config");
  writeFileSync(join(cwd, "game.env"), text);
  expect(await run("--env-file", "game.env")).toContain('"ok": true');
  expect(await run("--env-file=none")).toContain("env_file_unreadable");
  writeFileSync(join(cwd, ".env"), text);
  expect(await run()).toContain('"ok": true');
});
