import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, type EmulatorApplication, startEmulator } from "../../../src/emulator/index.ts";
import { pngBytes } from "../../setup/application-settings.ts";
import { blocksOf } from "../../setup/documents/blocks.ts";
import { startGame, startServer } from "../../setup/emulator/game.ts";
import { folderWith } from "../../setup/program/game-folder.ts";
import { runExecutable } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";

const inDocument = blocksOf("docs/guides/portal.md").find(({ file }) => file === "slashpass.config.mjs");
const production = ["--environment", "production"];
const confirmed = [...production, "--confirm", "production", "--json"];

let emulator: Emulator;
let application: EmulatorApplication;
beforeEach(async () => {
  emulator = await startEmulator();
  application = emulator.addApplication({ id: "1400000000000000002" });
});
afterEach(() => emulator.close());

/** A directory with the document's config, with applications of the emulator and the endpoint `url`. */
function createGame(url: string) {
  const { apiBase, webBase } = emulator;
  const config = inDocument?.text
    .replace("https://reef.example/interactions", url)
    .replaceAll("applicationId:", `...${JSON.stringify({ apiBase, webBase })}, $&`);
  const cwd = folderWith({ "slashpass.config.mjs": config });
  writeFileSync(join(cwd, "icon.png"), pngBytes);
  const env = { SLASHPASS_BOT_TOKEN: application.botToken };
  return { cwd, type: (...words: string[]) => runExecutable(words, { cwd, env }) };
}

const writesIn = (stderr: string) =>
  Array.from(
    stderr.matchAll(/(PATCH|PUT|POST|DELETE) \S+?\/v10(\S+)/g),
    ([, method, path]) => `${method} ${path}`,
  );

describe("slashpass app, piped", needs("whole programs"), () => {
  it("configures an application as in the document, with one PATCH and one PUT", async () => {
    await using game = await startGame(application.publicKey);
    const { type, cwd } = createGame(game.url);
    const planned = await type("app", "plan", ...production, "--exit-code", "--json");
    expect([planned.status, readObject(planned.stdout).result]).toMatchObject([
      3,
      { differs: true, requests: ["metadata", "settings"] },
    ]);
    const applied = await type("app", "apply", ...confirmed, "--verbose");
    expect([applied.status, readObject(applied.stdout).result]).toMatchObject([0, { left: [] }]);
    expect(writesIn(applied.stderr)).toEqual([
      `PUT /applications/${application.id}/role-connections/metadata`,
      "PATCH /applications/@me",
    ]);
    expect(application.interactionsEndpoint).toBe(game.url);

    const again = await type("app", "apply", ...confirmed, "--verbose");
    expect([again.status, readObject(again.stdout).result]).toMatchObject([0, { changes: [], requests: [] }]);
    expect(writesIn(again.stderr)).toEqual([]);
    const doctor = await type("doctor", ...production, "--json");
    expect(readObject(doctor.stdout).result).toMatchObject({
      checks: expect.arrayContaining([
        { check: "settings", verdict: "ok", found: "They match the config." },
      ]) as unknown,
    });

    const pulled = await type("app", "pull", ...production, "--file", "application.mjs");
    expect(pulled.status).toBe(0);
    expect(readFileSync(join(cwd, "application.mjs"), "utf8")).toContain(
      'description: "A game under water."',
    );
    writeFileSync(
      join(cwd, "slashpass.config.mjs"),
      `import application from "./application.mjs";
export default { environments: { production: ${JSON.stringify({ applicationId: application.id, apiBase: emulator.apiBase })} }, application };`,
    );
    expect((await type("app", "plan", "--exit-code")).status).toBe(0);
  });

  it("changes nothing if the endpoint accepts forged requests", async () => {
    await using server = await startServer((_request, response) => response.end('{"type":1}'));
    const { type } = createGame(server.url);
    const { status, stdout, stderr } = await type("app", "apply", ...confirmed, "--verbose");
    expect([status, readObject(stdout).error]).toMatchObject([1, { code: "bad_endpoint" }]);
    expect(writesIn(stderr)).toEqual([]);
    expect(application.interactionsEndpoint).toBeUndefined();
  });

  it("reports the service's error if the endpoint has another key", async () => {
    await using game = await startGame(emulator.application.publicKey);
    const { type } = createGame(game.url);
    const { status, stdout } = await type("app", "apply", ...confirmed);
    expect([status, readObject(stdout).error]).toMatchObject([
      1,
      { code: "invalid_form_body", message: expect.stringContaining("interactions_endpoint_url") as string },
    ]);
    expect(application.interactionsEndpoint).toBeUndefined();
    expect(application.settings).toEqual({});
  });
});
