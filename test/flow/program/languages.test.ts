import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CommandsClient } from "../../../src/commands/index.ts";
import { startEmulator } from "../../../src/emulator/index.ts";
import { createGame, ping, score } from "../../setup/program/game-folder.ts";
import { readObject } from "../../setup/program/schema.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

function createTranslatedGame() {
  const game = createGame(emulator, [ping, score]);
  game.write("slashpass.config.json", {
    environments: { development: { applicationId: game.application.id, apiBase: emulator.apiBase } },
    commands: "commands.json",
    languages: "languages",
  });
  const type = async (line: string) => {
    const { code, stdout } = await game.run([...line.split(" "), "--json"]);
    return { code, ...readObject(stdout) };
  };
  const client = new CommandsClient(emulator.commandsOptions(game.application));
  return { ...game, type, live: () => client.global.list({ withLocalizations: true }) };
}

describe("slashpass commands languages", () => {
  it("applies a translator's file to live commands, leaving no differences", async () => {
    const game = createTranslatedGame();
    expect(await game.type("commands languages extract de")).toMatchObject({ code: 0 });
    await game.type("commands languages extract de --to translators --format po");
    const path = join(game.cwd, "translators/de.po");
    const content = readFileSync(path, "utf8");
    writeFileSync(path, content.replace('msgid "ping"\nmsgstr ""', 'msgid "ping"\nmsgstr "klopf"'));
    expect(await game.type("commands languages merge translators/de.po")).toMatchObject({
      code: 0,
      result: { files: [{ changed: ["slash/ping.name"], unknown: [] }] },
    });
    expect(await game.type("commands languages check")).toMatchObject({
      code: 3,
      result: { languages: [{ translated: 1, total: 6 }] },
    });
    expect(await game.type("commands apply --yes")).toMatchObject({ code: 0 });
    expect(await game.live()).toMatchObject([{ name: "ping", name_localizations: { de: "klopf" } }, {}]);
    expect(await game.type("commands plan --exit-code")).toMatchObject({
      code: 0,
      result: { differs: false },
    });
  });

  it("keeps a renamed command's translations", async () => {
    const game = createTranslatedGame();
    await game.type("commands languages extract de");
    const path = join(game.cwd, "languages/de.json");
    const content = readFileSync(path, "utf8");
    writeFileSync(
      path,
      content.replace('"source": "ping",\n      "text": ""', '"source": "ping", "text": "klopf"'),
    );
    await game.type("commands apply --yes");
    game.write("commands.json", [{ ...ping, name: "pong", renamedFrom: "ping" }, score]);
    await game.type("commands apply --yes");
    expect(await game.live()).toMatchObject([{ name: "pong", name_localizations: { de: "klopf" } }, {}]);
    expect(await game.type("commands languages extract")).toMatchObject({
      result: { languages: [{ stale: 1, unused: 0 }] },
    });
  });
});
