import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Emulator, type EmulatorApplication, startEmulator } from "../../../src/emulator/index.ts";
import { pngBytes } from "../../setup/application-settings.ts";
import { blocksOf } from "../../setup/documents/blocks.ts";
import { startGame } from "../../setup/emulator/game.ts";
import { folderWith } from "../../setup/program/game-folder.ts";
import { runInProcess } from "../../setup/program/run-in-process.ts";
import { readObject } from "../../setup/program/schema.ts";

const inDocument = blocksOf("docs/guides/portal.md").find(({ file }) => file === "slashpass.config.mjs");
const production = ["--environment", "production"];
const confirmed = [...production, "--confirm", "production", "--json"];

let emulator: Emulator;
let application: EmulatorApplication;
beforeEach(async () => {
  emulator = await startEmulator();
  application = emulator.addApplication({ id: "1400000000000000002" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await emulator.close();
});

/** A directory with the document's config, adapted to the emulator's applications and the endpoint `url`. */
function createGame(url: string) {
  const { apiBase, webBase } = emulator;
  const config = inDocument?.text
    .replace("https://reef.example/interactions", url)
    .replaceAll("applicationId:", `...${JSON.stringify({ apiBase, webBase })}, $&`);
  const cwd = folderWith({ "slashpass.config.mjs": config });
  writeFileSync(join(cwd, "icon.png"), pngBytes);
  const env = { SLASHPASS_BOT_TOKEN: application.botToken };
  return { cwd, type: (...args: string[]) => runInProcess(args, { cwd, env }) };
}

/** Records the program's writes to the service from now on. */
function watchWrites(): string[] {
  const writes: string[] = [];
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation((url, init = {}) => {
    const address = url instanceof Request ? url.url : url.toString();
    const [, path] = address.split(emulator.apiBase);
    if (path !== undefined && init.method !== undefined && init.method !== "GET")
      writes.push(`${init.method} ${path}`);
    return fetch(url, init);
  });
  return writes;
}

describe("slashpass app", () => {
  it("configures an application as documented, with one PATCH and one PUT", async () => {
    await using game = await startGame(application.publicKey);
    const { type, cwd } = createGame(game.url);
    const planned = await type("app", "plan", ...production, "--exit-code", "--json");
    expect([planned.code, readObject(planned.stdout).result]).toMatchObject([
      3,
      { differs: true, requests: ["metadata", "settings"] },
    ]);
    const writes = watchWrites();
    const applied = await type("app", "apply", ...confirmed);
    expect([applied.code, readObject(applied.stdout).result]).toMatchObject([0, { left: [] }]);
    expect(writes.splice(0)).toEqual([
      `PUT /applications/${application.id}/role-connections/metadata`,
      "PATCH /applications/@me",
    ]);
    expect(application.interactionsEndpoint).toBe(game.url);

    const again = await type("app", "apply", ...confirmed);
    expect([again.code, readObject(again.stdout).result]).toMatchObject([0, { changes: [], requests: [] }]);
    expect(writes).toEqual([]);
    const doctor = await type("doctor", ...production, "--json");
    expect(readObject(doctor.stdout).result).toMatchObject({
      checks: expect.arrayContaining([
        { check: "settings", verdict: "ok", found: "The settings match the config." },
      ]) as unknown,
    });

    const pulled = await type("app", "pull", ...production, "--file", "application.mjs");
    expect(pulled.code).toBe(0);
    expect(readFileSync(join(cwd, "application.mjs"), "utf8")).toContain(
      'description: "A game under water."',
    );
    writeFileSync(
      join(cwd, "slashpass.config.mjs"),
      `import application from "./application.mjs";
export default { environments: { production: ${JSON.stringify({ applicationId: application.id, apiBase: emulator.apiBase })} }, application };`,
    );
    expect((await type("app", "plan", "--exit-code")).code).toBe(0);
  });
});
