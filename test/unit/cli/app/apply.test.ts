import type { RequestListener } from "node:http";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createEventHandler,
  createInteractionHandler,
  createNodeListener,
  defineCommand,
} from "../../../../src/interactions/index.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { createApplicationGame, readLive } from "../../../setup/program/application-game.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { useEmulator } from "../../../setup/program/game-folder.ts";

const emulator = await useEmulator();

const level = { type: 2, key: "level", name: "Level", description: "Has it" };

const answering =
  (status: number): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status).end();
  };

describe("app apply", () => {
  it("asks for confirmation, sends one request for the settings and one for the metadata, and then finds no changes", async () => {
    const game = createApplicationGame(emulator, {
      description: "A game",
      tags: ["reef", "game"],
      icon: "icon.png",
      integration_types_config: { 0: {} },
      role_connections_metadata: [level],
    });
    const no = await game.run(["app", "apply"], { columns: 80, typed: ["n"] });
    expect([no.code, (await readLive(emulator, game.application))["description"]]).toEqual([1, ""]);
    const yes = await game.run(["app", "apply"], { columns: 80, typed: ["y"] });
    expect(yes.code).toBe(0);
    expect(yes.stdout).toContain('+ description: "A game"');
    expect(oneLine(yes.stderr)).toContain("Applied: 2 requests.");
    expect(await readLive(emulator, game.application)).toMatchObject({
      description: "A game",
      tags: ["reef", "game"],
      icon: expect.any(String) as string,
      integration_types_config: { 0: {} },
    });
    const again = readObject((await game.run(["app", "apply", "--json"])).stdout);
    expect(again.result).toMatchObject({ changes: [], requests: [], left: [] });
  });

  it("records an uploaded image and uploads it again only if the file, the image or the record has changed", async () => {
    const game = createApplicationGame(emulator, { icon: "icon.png", cover_image: null });
    expect((await game.run(["app", "apply", "--yes"])).code).toBe(0);
    const { icon } = await readLive(emulator, game.application);
    const record = join(game.cwd, "slashpass.pictures.json");
    expect(JSON.parse(readFileSync(record, "utf8"))).toEqual({
      format: 1,
      applications: {
        [game.application.id]: { icon: { sha256: expect.stringMatching(/^[\da-f]{64}$/), hash: icon } },
      },
    });
    expect((await game.run(["app", "plan", "--exit-code"])).code).toBe(0);
    writeFileSync(join(game.cwd, "icon.png"), Buffer.from("GIF89a"));
    const { code, stdout } = await game.run(["app", "plan", "--exit-code"]);
    expect([code, stdout]).toEqual([3, expect.stringContaining("GIF of 6 bytes")]);
    // Simulates an image change in the portal.
    expect((await game.run(["app", "apply", "--yes"])).code).toBe(0);
    game.application.settings = { ...game.application.settings, icon: "of-somebody" };
    expect((await game.run(["app", "plan", "--exit-code"])).code).toBe(3);
    const { applications } = JSON.parse(readFileSync(record, "utf8")) as {
      applications: Record<string, { icon: object }>;
    };
    const changed = { ...applications[game.application.id]?.icon, hash: 5 };
    game.write("slashpass.pictures.json", {
      format: 1,
      applications: { [game.application.id]: { icon: changed } },
    });
    expect((await game.run(["app", "plan", "--exit-code"])).code).toBe(3);
    game.write("slashpass.pictures.json", "[]");
    await expectEnd(game.run(["app", "apply", "--yes"]), 2, "Delete the file.");
    rmSync(record);
    expect((await game.run(["app", "apply", "--yes"])).code).toBe(0);
    expect((await game.run(["app", "plan", "--exit-code"])).code).toBe(0);
  });

  it("requires the environment name if the environment is protected", async () => {
    const game = createApplicationGame(
      emulator,
      { description: "A game" },
      { environment: { protected: true } },
    );
    await expectEnd(game.run(["app", "apply", "--yes"]), 2, "The protected environment 'development'");
    const words = ["app", "apply", "-e", "development", "--confirm", "development"];
    expect((await game.run(words)).code).toBe(0);
    // No image was uploaded.
    expect(existsSync(join(game.cwd, "slashpass.pictures.json"))).toBe(false);
  });

  it("reports settings that the service did not change", async () => {
    const game = createApplicationGame(emulator, { description: "New", max_participants: 3 });
    const old = { id: game.application.id, name: "Example Game", description: "", flags: 0, icon: null };
    const end = emulator.faults.add({ method: "PATCH", path: /@me$/, answer: { status: 200, body: old } });
    const { code, stdout, stderr } = await game.run(["app", "apply", "--yes"]);
    end();
    expect(code).toBe(3);
    expect(oneLine(stderr)).toContain(
      "The service left these settings unchanged: description, max_participants.",
    );
    expect(stdout).toContain("+ max_participants: 3");
  });

  it("reports the completed requests and the next step if a request fails", async () => {
    const game = createApplicationGame(emulator, { description: "New", role_connections_metadata: [level] });
    const end = emulator.faults.add({
      method: "PATCH",
      path: /@me$/,
      answer: { status: 400, body: { code: 50_035, message: "Invalid Form Body" } },
    });
    const { code, stdout } = await game.run(["app", "apply", "--yes", "--json"]);
    end();
    expect(code).toBe(1);
    expect(readObject(stdout).error).toMatchObject({
      message: expect.stringContaining("Applying stopped: 1 of 2 requests was completed.") as string,
      hint: expect.stringContaining("Run the command again to apply the remaining changes") as string,
      details: { done: ["metadata"] },
    });
  });
});

it.each([
  ["PUT", [], "Interrupted: 0 of 2 requests were completed."],
  ["PATCH", ["metadata"], "Interrupted: 1 of 2 requests was completed."],
] as const)("reports completed requests on Ctrl-C during the %s request", async (method, done, message) => {
  const game = createApplicationGame(emulator, { description: "New", role_connections_metadata: [level] });
  emulator.faults.add({ method, times: 1, latencyMs: 3_600_000 });
  const stop = new AbortController();
  const running = game.run(["app", "apply", "--yes", "--json"], { signal: stop.signal });
  // Waits until the delayed request has arrived.
  await expect.poll(() => emulator.faults.all).toEqual([]);
  stop.abort();
  const { code, stdout } = await running;
  expect([code, readObject(stdout).error]).toEqual([
    130,
    {
      code: "interrupted",
      message: `${message} The service may have completed the pending request.`,
      hint: "Run the command again to apply the remaining changes.",
      details: { done },
    },
  ]);
});

describe("app apply with a new URL", () => {
  it("sets the URL if the endpoint verifies signatures", async () => {
    const application = emulator.addApplication();
    const { publicKey } = application;
    const ping = defineCommand({
      name: "ping",
      description: "Answers.",
      handle: (interaction) => interaction.reply({ content: "Pong" }),
    });
    const options = { ...emulator.handlerOptions(application), commands: [ping] };
    const interactions = createNodeListener(createInteractionHandler(options));
    const events = createNodeListener(createEventHandler({ publicKey, events: {} }));
    await using server = await startServer((request, response) =>
      (request.url === "/events" ? events : interactions)(request, response),
    );
    const game = createApplicationGame(emulator, {
      interactions_endpoint_url: `${server.url}interactions`,
      event_webhooks_url: `${server.url}events`,
      event_webhooks_status: 2,
      event_webhooks_types: ["APPLICATION_DEAUTHORIZED"],
    });
    const env = {
      SLASHPASS_APPLICATION_ID: application.id,
      SLASHPASS_API_BASE: emulator.apiBase,
      SLASHPASS_BOT_TOKEN: application.botToken,
    };
    await expectEnd(game.run(["app", "apply", "--yes"], { env }), 0, "Applied: 1 request.");
    expect(application.interactionsEndpoint).toBe(`${server.url}interactions`);
    expect(application.eventsEndpoint).toBe(`${server.url}events`);
  });

  it.each([
    [200, "Answered with 200: anyone can send forged interactions."],
    [404, "Rejected with 404; the service expects 401."],
  ])(
    "does not send the URL to the service if the endpoint responds to an invalid signature with %s",
    async (status, found) => {
      await using server = await startServer(answering(status));
      const game = createApplicationGame(emulator, { event_webhooks_url: server.url });
      await expectEnd(
        game.run(["app", "apply", "--yes"]),
        1,
        `event_webhooks_url was not changed. slashpass sent a PING with a wrong signature to ${server.url}. ${found}`,
      );
      expect((await readLive(emulator, game.application))["event_webhooks_url"]).toBeUndefined();
    },
  );

  it("leaves the check to the service if this machine cannot reach the URL", async () => {
    const game = createApplicationGame(emulator, { interactions_endpoint_url: "http://127.0.0.1:9/" });
    const { stderr } = await expectEnd(game.run(["app", "apply", "--yes"]), 1, "cannot be reached (");
    expect(oneLine(stderr)).toContain("The URL is not tested locally; the service will test it.");
    expect(stderr).toContain("interactions_endpoint_url");
  });

  it("does not check a URL that is being removed", async () => {
    const game = createApplicationGame(emulator, {
      interactions_endpoint_url: null,
      custom_install_url: "https://game.example/add",
    });
    expect((await game.run(["app", "apply", "--yes"])).code).toBe(0);
  });
});
