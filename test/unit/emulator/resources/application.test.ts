import { afterEach, describe, expect, it, vi, beforeEach } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { createEventHandler, createNodeListener } from "../../../../src/interactions/index.ts";
import { callApi } from "../../../setup/emulator/api.ts";
import { startGame, startServer } from "../../../setup/emulator/game.ts";

describe("applications", () => {
  const world = new World({ world: { applications: [{ name: "Reef" }, {}] } });
  const [application, other] = world.applications;
  const refusal = (status: number, body: object) =>
    expect.objectContaining({ status, body: expect.objectContaining(body) });
  const invalid = (field: string, code: string) =>
    refusal(400, { code: 50_035, errors: { [field]: { _errors: [expect.objectContaining({ code })] } } });
  const set = async (body: unknown) => (await callApi(world, "PATCH", "/applications/@me", body)).body;
  afterEach(() => void vi.restoreAllMocks());

  /** Starts a game that acknowledges every event. */
  function startEventsServer() {
    return startServer(
      createNodeListener(createEventHandler({ publicKey: application.publicKey, events: {} })),
    );
  }

  it("have an interactions endpoint that is checked before it is set", async () => {
    await using game = await startGame(application.publicKey);
    const field = "interactions_endpoint_url";
    const described = { [field]: game.url };
    expect(await set(described)).toMatchObject(described);
    await expect(set({ [field]: 7 })).rejects.toEqual(invalid(field, "STRING_TYPE_CONVERT"));
    expect(await set({ [field]: null })).toMatchObject({ [field]: null });
    await set(described);
    await game.close();
    const unreachable = "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID";
    await expect(set(described)).rejects.toEqual(invalid(field, unreachable));
    expect(await set({ name: "Other" })).toMatchObject({ name: "Reef", ...described });
    vi.spyOn(application, "setInteractionsEndpoint").mockRejectedValue(new Error("A fault of our own"));
    await expect(set(described)).rejects.toThrow("A fault of our own");
  });

  it("have a description that is a string or an object with a default", async () => {
    expect(await set({ description: "Fish" })).toMatchObject({ description: "Fish" });
    for (const description of [{ default: "Corals" }, undefined, null])
      expect(await set({ description })).toMatchObject({ description: "Corals" });
  });

  describe("an application's settings", () => {
    it("can be set, read and reset", async () => {
      await using game = await startEventsServer();
      const settings = {
        tags: ["fish", "sea"],
        custom_install_url: "https://reef.example/install",
        role_connections_verification_url: "https://reef.example/roles",
        event_webhooks_url: game.url,
        event_webhooks_status: 2,
        event_webhooks_types: ["APPLICATION_AUTHORIZED"],
        explicit_content_filter: 1,
        max_participants: -1,
      };
      expect(await set(settings)).toMatchObject(settings);
      for (const path of ["/applications/@me", "/oauth2/applications/@me"])
        expect(await callApi(world, "GET", path)).toMatchObject({ body: settings });
      const none = Object.fromEntries(Object.keys(settings).map((name) => [name, null]));
      const bare = await set(none);
      expect(bare).not.toHaveProperty("tags");
      expect(bare).toMatchObject({ role_connections_verification_url: null, explicit_content_filter: 0 });
    });

    it("include an events URL that is checked and replaces the handler", async () => {
      await using game = await startEventsServer();
      const enable = (event_webhooks_url: unknown) =>
        set({ event_webhooks_url, event_webhooks_status: 2, event_webhooks_types: ["ENTITLEMENT_CREATE"] });
      await application.setEventsEndpoint(
        createEventHandler({ publicKey: application.publicKey, events: {} }),
      );
      await enable(game.url);
      expect(application.eventSubscription).toEqual({ endpoint: game.url, types: ["ENTITLEMENT_CREATE"] });
      await enable(null);
      expect(application.eventSubscription).toBeUndefined();
      await game.close();
      const refused = invalid("event_webhooks_url", "APPLICATION_EVENT_WEBHOOKS_URL_INVALID");
      await expect(enable(game.url)).rejects.toEqual(refused);
    });

    it("stay unchanged if one of their URLs is rejected", async () => {
      await using game = await startGame(application.publicKey);
      const before = await callApi(world, "GET", "/applications/@me");
      const refused = { event_webhooks_url: game.url, interactions_endpoint_url: game.url, tags: ["coral"] };
      await expect(set(refused)).rejects.toEqual(refusal(400, { code: 50_035 }));
      expect(await callApi(world, "GET", "/applications/@me")).toEqual(before);
    });

    it("are only partly visible to other callers", async () => {
      await using game = await startEventsServer();
      await set({ tags: ["fish"], event_webhooks_url: game.url });
      const caller = { bot: false, expires: new Date(0) };
      const { body } = await callApi(world, "GET", "/oauth2/@me", undefined, caller);
      expect(body).toMatchObject({ application: { tags: ["fish"] } });
      expect(body).not.toMatchObject({ application: { event_webhooks_url: expect.anything() } });
    });

    it("include install parameters with permissions as a string", async () => {
      const install_params = { scopes: ["bot"], permissions: 8 };
      const contexts = { "0": { oauth2_install_params: install_params }, "1": {}, "2": null };
      const described = { scopes: ["bot"], permissions: "8" };
      expect(await set({ install_params, integration_types_config: contexts })).toMatchObject({
        install_params: described,
        integration_types_config: { "0": { oauth2_install_params: described }, "1": {} },
      });
      expect(await set({ install_params: {} })).toMatchObject({
        install_params: { scopes: [], permissions: "0" },
      });
      for (const wrong of [7, [], "bot"])
        for (const name of ["install_params", "integration_types_config"])
          await expect(set({ [name]: wrong })).rejects.toEqual(refusal(400, { code: 50_035 }));
    });

    it.each([
      [
        { install_params: { permissions: "all" } },
        'install_params.permissions: Value "all" is not snowflake.',
      ],
      [{ install_params: { scopes: [] } }, "install_params.scopes: Must be 1 or more in length."],
      [{ tags: ["x".repeat(21)] }, "tags.0: Must be 20 or fewer in length."],
      [{ description: {} }, "description.default: This field is required"],
      ...["interactions_endpoint_url", "event_webhooks_url"].map((name): [object, string] => [
        { [name]: "ftp://reef.example/" },
        `${name}: Scheme "ftp" is not supported. Scheme must be one of ('http', 'https').`,
      ]),
    ])("are rejected if any of them is invalid (case %#)", async (body, reason) => {
      await expect(set(body)).rejects.toMatchObject({ reason });
    });

    it("include image hashes and the flags that an application may set", async () => {
      const data = "data:image/png;base64,iVBORw0KGgo=";
      const hash = expect.stringMatching(/^[0-9a-f]{32}$/);
      expect(await set({ icon: data, cover_image: data, flags: (1 << 13) | (1 << 19) | 1 })).toMatchObject({
        icon: hash,
        cover_image: hash,
        flags: (1 << 8) | (1 << 13) | (1 << 19),
        flags_new: String((1 << 8) | (1 << 13) | (1 << 19)),
      });
      expect(await set({ icon: null, flags: 0 })).toMatchObject({ icon: null, flags: 1 << 8 });
    });
  });

  describe("a running Activity", () => {
    const { instance_id } = world.activities.launch({
      applicationId: application.id,
      userId: "2",
      channelId: "3",
    });
    const path = `/applications/${application.id}/activity-instances/${instance_id}`;

    it("is visible only to its application's bot and not found under another id", async () => {
      expect(await callApi(world, "GET", path)).toMatchObject({ body: { instance_id, users: ["2"] } });
      const forbidden = refusal(403, { code: 50_001 });
      await expect(callApi(world, "GET", path, undefined, { bot: false })).rejects.toEqual(forbidden);
      await expect(callApi(world, "GET", path, undefined, other && { application: other })).rejects.toEqual(
        forbidden,
      );
      await expect(callApi(world, "GET", `${path}0`)).rejects.toEqual(refusal(404, { code: 0 }));
    });
  });
});

describe("role connections", () => {
  const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" };
  let world: World;
  beforeEach(() => {
    world = new World({ world: { applications: [{ id: "5" }, { id: "6" }] } });
  });

  describe("an application's metadata", () => {
    const ask = (method: string, body?: unknown, id = "5", caller = {}) =>
      callApi(world, method, `/applications/${id}/role-connections/metadata`, body, caller);

    it("is replaced completely, without empty localizations", async () => {
      expect(await ask("GET")).toEqual({ status: 200, body: [] });
      const given = {
        ...level,
        name_localizations: { de: "Stufe", fr: null },
        description_localizations: null,
        more: 1,
      };
      const stored = { ...level, name_localizations: { de: "Stufe" } };
      expect(await ask("PUT", [given])).toEqual({ status: 200, body: [stored] });
      expect(await ask("GET")).toEqual({ status: 200, body: [stored] });
      const described = { ...level, description_localizations: { de: "Hat diese Stufe" } };
      expect(await ask("PUT", [described])).toEqual({ status: 200, body: [described] });
      expect(await ask("PUT", null)).toEqual({ status: 200, body: [] });
      expect(await ask("GET", undefined, "5")).toEqual({ status: 200, body: [] });
    });

    it.each<[string, unknown, object]>([
      [
        "an unknown language",
        [{ ...level, name_localizations: { tlh: "x" } }],
        { 0: { name_localizations: { tlh: { _errors: [{ code: "BASE_TYPE_CHOICES" }] } } } },
      ],
      [
        "several invalid fields",
        [{ ...level, key: 5, name: "", name_localizations: { xx: "x", de: "" } }],
        { 0: { key: {}, name: {}, name_localizations: { de: {}, xx: {} } } },
      ],
      ["a duplicate key", [level, { ...level, type: 1 }], { 1: { key: { _errors: [{}] } } }],
    ])("is rejected with %s", async (_, body, errors) => {
      await expect(ask("PUT", body)).rejects.toMatchObject({ status: 400, body: { code: 50_035, errors } });
      expect((await ask("GET")).body).toEqual([]);
    });

    it("is available only to the application's bot", async () => {
      await expect(ask("GET", undefined, "6")).rejects.toMatchObject({ body: { code: 20_012 } });
      await expect(ask("GET", undefined, "5", { bot: false })).rejects.toMatchObject({ status: 401 });
    });
  });

  describe("a player's role connection", () => {
    const ask = (method: string, body?: unknown, id = "5", caller = {}) => {
      const user = { bot: false, player: world.players.first, scopes: "role_connections.write", ...caller };
      return callApi(world, method, `/users/@me/applications/${id}/role-connection`, body, user);
    };

    it("is replaced completely", async () => {
      expect(await ask("GET")).toEqual({ status: 200, body: { platform_username: null, metadata: {} } });
      const connection = { platform_name: "Reef", platform_username: "ada", metadata: { level: "12" } };
      expect(await ask("PUT", connection)).toEqual({ status: 200, body: connection });
      expect(await ask("GET")).toEqual({ status: 200, body: connection });
      const [, grace] = world.players.all;
      const [, other] = world.applications;
      expect(await ask("GET", undefined, "5", { player: grace })).toMatchObject({ body: { metadata: {} } });
      expect(await ask("GET", undefined, "6", { application: other })).toMatchObject({
        body: { metadata: {} },
      });
      expect(await ask("PUT", { metadata: null })).toMatchObject({ body: { metadata: {} } });
      expect((await ask("GET")).body).not.toHaveProperty("platform_name");
    });

    it("is rejected with an empty value", async () => {
      const errors = { metadata: { level: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] } } };
      await expect(ask("PUT", { metadata: { level: "" } })).rejects.toMatchObject({
        status: 400,
        body: { errors },
      });
    });

    it.each([
      ["a token without the scope", "5", { scopes: "identify" }, 403, 50_001],
      ["another application's token", "6", {}, 403, 50_001],
      ["a bot", "5", { bot: true, player: undefined }, 401, 0],
    ])("is not available to %s", async (_, id, caller, status, code) => {
      for (const method of ["GET", "PUT"]) {
        await expect(ask(method, {}, id, caller)).rejects.toMatchObject({ status, body: { code } });
      }
    });
  });
});
