import { describe, expect, it } from "vitest";
import { createApplicationGame } from "../../../setup/program/application-game.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";
import { useEmulator } from "../../../setup/program/game-folder.ts";

const emulator = await useEmulator();

const settings = {
  description: "A game",
  icon: "icon.png",
  tags: ["game", "reef"],
  flags: 8192,
  install_params: { scopes: ["bot"], permissions: "2048" },
  integration_types_config: {
    0: { oauth2_install_params: { scopes: ["bot"], permissions: "0" } },
    1: null,
  },
  event_webhooks_types: ["APPLICATION_DEAUTHORIZED"],
  max_participants: 4,
  role_connections_metadata: [{ type: 2, key: "level", name: "Level", description: "Has it" }],
};

describe("app plan", () => {
  it("prints a line for each value and lists the settings that only the portal can change", async () => {
    const application = { id: "1400000000000000001" };
    const game = createApplicationGame(emulator, settings, { application });
    const setting = { columns: 80, env: { NO_COLOR: "1" } };
    const { code, stdout, stderr } = await game.run(["app", "plan"], setting);
    expect([code, stderr]).toEqual([0, ""]);
    await expect(withoutIds(stdout)).toMatchFileSnapshot("../../../golden/program/app-plan.txt");
  });

  it("prints JSON and exits with 3 if there are differences", async () => {
    const game = createApplicationGame(emulator, { description: "A game" });
    const { code, stdout } = await game.run(["app", "plan", "--json", "--exit-code"]);
    expect(code).toBe(3);
    expect(readObject(stdout).result).toMatchObject({
      target: { environment: "development", applicationId: game.application.id },
      differs: true,
      changes: [{ path: "description", to: "A game" }],
      requests: ["settings"],
      portal: expect.arrayContaining([
        {
          setting: "Public Client",
          page: `https://discord.com/developers/applications/${game.application.id}/oauth2`,
          state: "on",
        },
      ]) as unknown,
    });
  });

  it("reports that there are no changes and ignores the environment's guild", async () => {
    const guildId = "1400000000000000002";
    const game = createApplicationGame(emulator, { description: "" }, { environment: { guildId } });
    const { code, stdout } = await game.run(["app", "plan", "--exit-code"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("No changes: the settings match the config."),
    ]);
    const { result } = readObject((await game.run(["app", "plan", "--json"])).stdout);
    expect(result).not.toHaveProperty("target.guildId");
  });

  it("prefers the environment's setting to the shared one, unless a variable selects the application", async () => {
    const shared = { description: "Of all", tags: ["game"] };
    const game = createApplicationGame(emulator, shared, { own: { description: "Of development" } });
    const other = emulator.addApplication();
    const env = {
      SLASHPASS_APPLICATION_ID: other.id,
      SLASHPASS_API_BASE: emulator.apiBase,
      SLASHPASS_BOT_TOKEN: other.botToken,
    };
    const changes = async (setting = {}) =>
      readObject((await game.run(["app", "plan", "--json"], setting)).stdout).result?.["changes"];
    expect(await changes()).toMatchObject([{ to: "Of development" }, { to: ["game"] }]);
    expect(await changes({ env })).toMatchObject([{ to: "Of all" }, { to: ["game"] }]);
  });

  it("prints each kind of change and escapes control characters", async () => {
    const game = createApplicationGame(emulator, {
      description: "Old\u001B[2J",
      tags: ["old"],
      flags: 8192,
      event_webhooks_status: 2,
    });
    await game.run(["app", "apply", "--yes"]);
    game.configure({ description: "", tags: ["new"], flags: 0, event_webhooks_status: 1 });
    const { stdout } = await game.run(["app", "plan"]);
    expect(stdout).toContain('- description: "Old\\u001b[2J"');
    expect(stdout).toContain('~ tags: "old" → "new"');
    expect(stdout).toContain("~ flags: GatewayPresenceLimited → none");
    expect(stdout).toContain("~ event_webhooks_status: enabled → disabled");
  });
});

describe("app plan with invalid settings", () => {
  it.each<[object | undefined, string]>([
    [undefined, "slashpass.config.json has no application settings."],
    [{ tags: [""] }, "slashpass.config.json: application.tags[0] is an empty string, but must be"],
    [{ nickname: "x" }, "slashpass.config.json: application.nickname does not exist."],
    [{ icon: "missing.png" }, "missing.png cannot be loaded: it does not exist."],
    [{ icon: "slashpass.config.json" }, "slashpass.config.json is not a PNG, JPEG or GIF"],
    [{ icon: 1 }, "application.icon must be a file path or null."],
    [{ cover_image: "" }, "application.cover_image must be a file path or null."],
  ])("rejects %j before sending a request", async (fields, message) => {
    const game = createApplicationGame(emulator, fields, {
      environment: { apiBase: "http://127.0.0.1:9/api" },
    });
    await expectEnd(game.run(["app", "plan"]), 2, message);
  });
});
