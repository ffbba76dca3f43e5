// Another user of the machine plants configs in directories that the player's program searches.
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Files, neighbour, player, root, runAs, sharedByAll } from "../../setup/other-users.ts";
import { executable } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";

const applicationId = "1400000000000000001";
const secret = "a-bot-token-that-nobody-else-may-have";
const elsewhere = "http://127.0.0.1:1/api";

function configOf(environment: object = {}) {
  return { environments: { development: { applicationId, ...environment } } };
}

interface Typed {
  readonly line?: string;
  readonly cwd: string;
  readonly user?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the program and returns its result. `launch-command status` sends no request. */
async function answerTo({ line = "launch-command status", cwd, user = player, env = {} }: Typed) {
  const args = [executable, ...line.split(" "), "--json"];
  const { stdout, stderr } = await runAs(user, args, { cwd, env: { HOME: cwd, ...env } });
  return { ...readObject(stdout), stderr };
}

const parts = needs("Linux", "the root user");

describe("on a machine with another user", parts, () => {
  it("does not run a config that another user planted in a parent directory, and reports its path", async () => {
    const files = new Files(sharedByAll());
    const ran = join(files.folder, "ran");
    const text = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(ran)}, "");
      export default ${JSON.stringify(configOf())};`;
    const planted = files.put(neighbour, "slashpass.config.mjs", text);
    const cwd = files.makeFolder(player, "game/deeper");
    const { ok, error } = await answerTo({ cwd });
    expect([ok, error?.code, existsSync(ran)]).toEqual([false, "config_foreign", false]);
    expect(error?.message).toBe(
      `The config ${planted} is not used: it belongs to another user (${neighbour}).`,
    );
    expect(error?.hint).toContain("--config");
    expect(await answerTo({ cwd, line: `launch-command status --config ${planted}` })).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ["in a sticky, world-writable working directory", 0o1777],
    ["in a world-writable working directory", 0o777],
  ])("rejects a config that another user planted %s", async (_name, mode) => {
    const files = new Files(sharedByAll());
    const cwd = files.makeFolder(player, "work", mode);
    files.put(neighbour, "work/slashpass.config.json", configOf());
    expect(await answerTo({ cwd })).toMatchObject({ ok: false, error: { code: "config_foreign" } });
  });

  it("rejects a link to a config that another user planted in a parent directory", async () => {
    const files = new Files(sharedByAll());
    const target = files.put(player, "game/old.json", configOf());
    files.link(neighbour, "slashpass.config.json", target);
    expect(await answerTo({ cwd: join(files.folder, "game") })).toMatchObject({
      ok: false,
      error: { code: "config_foreign" },
    });
  });

  it("rejects a second config because another user owns it, not because there are two", async () => {
    const files = new Files(sharedByAll());
    files.put(player, "slashpass.config.json", configOf());
    files.put(neighbour, "slashpass.config.mjs", "");
    const cwd = files.makeFolder(player, "game");
    expect(await answerTo({ cwd })).toMatchObject({ ok: false, error: { code: "config_foreign" } });
  });

  it("loads commands that another user planted in a shared directory only if --file names them", async () => {
    const files = new Files(sharedByAll());
    const ran = join(files.folder, "ran");
    const text = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(ran)}, ""); export default [];`;
    files.put(neighbour, "commands.mjs", text);
    const env = { SLASHPASS_APPLICATION_ID: applicationId };
    const refused = await answerTo({ cwd: files.folder, line: "commands validate", env });
    expect([refused.error?.code, existsSync(ran)]).toEqual(["file_foreign", false]);
    const named = await answerTo({ cwd: files.folder, line: "commands validate --file ./commands.mjs", env });
    expect(named).toMatchObject({ ok: true });
  });

  it("does not load a file that another user planted in a commands folder", async () => {
    const files = new Files(sharedByAll());
    const ran = join(files.folder, "ran");
    files.put(player, "game/slashpass.config.json", { ...configOf(), commands: "commands" });
    files.makeFolder(player, "game/commands", 0o777);
    const text = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(ran)}, ""); export default {};`;
    const planted = files.put(neighbour, "game/commands/ping.mjs", text);
    const cwd = join(files.folder, "game");
    for (const line of ["commands validate", "commands validate --file commands"]) {
      const { error } = await answerTo({ cwd, line });
      expect([error?.code, existsSync(ran)]).toEqual(["file_foreign", false]);
      expect(error?.message).toContain(planted);
    }
  });

  describe("a secret from the environment", () => {
    const env = { SLASHPASS_BOT_TOKEN: secret };

    it.each(["commands list", "doctor", "permissions list", "entry-point show"])(
      "is not sent to the address in a config that another user owns in their own directory: %s",
      async (line) => {
        const files = new Files(sharedByAll());
        files.makeFolder(neighbour, "theirs");
        const guildId = "1400000000000000002";
        const config = files.put(
          neighbour,
          "theirs/slashpass.config.json",
          configOf({ apiBase: elsewhere, webBase: "http://127.0.0.1:1", guildId }),
        );
        const cwd = join(files.folder, "theirs");
        const { error } = await answerTo({ cwd, line, env });
        expect(error).toMatchObject({ code: "foreign_host", message: expect.stringContaining(config) });
        expect(JSON.stringify(error)).not.toContain(secret);
      },
    );

    it.each([
      ["specifies the config", { line: "commands list --config slashpass.config.json" }],
      [
        "sets the address in the environment",
        { env: { SLASHPASS_APPLICATION_ID: applicationId, SLASHPASS_API_BASE: elsewhere } },
      ],
      ["runs sudo", { user: root, env: { SUDO_UID: String(neighbour) } }],
      ["owns the config", { user: neighbour }],
    ])(
      "is sent to the address in another user's config if this user %s",
      async (_name, { env: more, ...typed }: Partial<Typed>) => {
        const files = new Files(sharedByAll());
        files.makeFolder(neighbour, "theirs");
        files.put(neighbour, "theirs/slashpass.config.json", configOf({ apiBase: elsewhere }));
        const cwd = join(files.folder, "theirs");
        const { error } = await answerTo({ line: "commands list", ...typed, cwd, env: { ...env, ...more } });
        expect(error?.code).toBe("network_error");
      },
    );

    it("is sent to the service even with another user's config", async () => {
      const files = new Files(sharedByAll());
      files.makeFolder(neighbour, "theirs");
      const apiBase = "https://discord.com/api/v10";
      files.put(neighbour, "theirs/slashpass.config.json", configOf({ apiBase }));
      const cwd = join(files.folder, "theirs");
      // Blocks the request before it is sent.
      const noNetwork = files.put(
        player,
        "no-network.mjs",
        `globalThis.fetch = async () => { throw new TypeError("no network"); };`,
      );
      const { error } = await answerTo({
        cwd,
        line: "commands list",
        env: { ...env, NODE_OPTIONS: `--import ${noNetwork}` },
      });
      expect(error?.code).toBe("network_error");
    });
  });

  describe("a config", () => {
    it.each([
      ["belongs to this user and is in a parent directory", player, player, {}],
      ["belongs to root and is in a parent directory", root, player, {}],
      ["is in another user's checkout, as in CI", neighbour, neighbour, {}],
    ])("is accepted if it %s", async (_name, owner, folders, env) => {
      const files = new Files(sharedByAll());
      files.makeFolder(folders, "repository");
      files.put(owner, "repository/slashpass.config.json", configOf());
      const cwd = files.makeFolder(folders, "repository/game");
      expect(await answerTo({ cwd, env })).toMatchObject({ ok: true, result: { applicationId } });
    });

    it("is accepted in a parent of root's directory if it belongs to the user who runs sudo", async () => {
      const files = new Files(sharedByAll());
      files.makeFolder(player, "repository");
      files.put(player, "repository/slashpass.config.json", configOf());
      const cwd = files.makeFolder(root, "repository/game");
      expect(await answerTo({ cwd, user: root })).toMatchObject({ error: { code: "config_foreign" } });
      const env = { SUDO_UID: String(player) };
      expect(await answerTo({ cwd, user: root, env })).toMatchObject({ ok: true });
    });

    it("is accepted from another user in a directory that only root can write to, as in a container", async () => {
      const files = new Files(sharedByAll());
      const cwd = files.makeFolder(root, "app");
      files.put(neighbour, "app/slashpass.config.json", configOf());
      expect(await answerTo({ cwd })).toMatchObject({ ok: true, result: { applicationId } });
    });

    it("is accepted with a umask of 002 and the user's own group", async () => {
      const files = new Files(sharedByAll());
      files.makeFolder(player, "repository", 0o775);
      chmodSync(files.put(player, "repository/slashpass.config.json", configOf()), 0o664);
      const cwd = files.makeFolder(player, "repository/game", 0o775);
      expect(await answerTo({ cwd })).toMatchObject({ ok: true });
    });
  });
});
