import { afterEach, describe, expect, it, vi } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";
import { createEventHandler, createNodeListener } from "../../../../src/interactions/index.ts";
import { startGame, startServer } from "../../../setup/emulator/game.ts";

const world = new World({ world: { applications: [{ name: "Reef" }, {}] } });
const [application, other] = world.applications;
const refusal = (status: number, body: object) =>
  expect.objectContaining({ status, body: expect.objectContaining(body) });
const invalid = (code: string) =>
  refusal(400, {
    code: 50_035,
    errors: { interactions_endpoint_url: { _errors: [expect.objectContaining({ code })] } },
  });
afterEach(() => void vi.restoreAllMocks());

/** A game that acknowledges every event. */
function startEventsServer() {
  return startServer(
    createNodeListener(createEventHandler({ publicKey: application.publicKey, events: {} })),
  );
}

describe("the application of a bot token", () => {
  it.each(["/applications/@me", "/oauth2/applications/@me"])(
    "shows its key and interactions endpoint, but only to the bot: %s",
    async (path) => {
      const described = { id: application.id, name: "Reef", verify_key: application.publicKey };
      expect(await askApi(world, "GET", path)).toMatchObject({
        status: 200,
        body: { ...described, interactions_endpoint_url: null },
      });
      const bearer = askApi(world, "GET", path, undefined, { bot: false });
      await expect(bearer).rejects.toEqual(refusal(401, { code: 0 }));
    },
  );

  it("sets the interactions endpoint after a check", async () => {
    await using game = await startGame(application.publicKey);
    const set = (url: unknown) =>
      askApi(world, "PATCH", "/applications/@me", { interactions_endpoint_url: url });
    expect(await set(game.url)).toMatchObject({ body: { interactions_endpoint_url: game.url } });
    await expect(set(7)).rejects.toEqual(invalid("STRING_TYPE_CONVERT"));
    expect(await set(null)).toMatchObject({ body: { interactions_endpoint_url: null } });
    await set(game.url);
    await game.close();
    await expect(set(game.url)).rejects.toEqual(invalid("APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID"));
    expect(await askApi(world, "PATCH", "/applications/@me", { name: "Other" })).toMatchObject({
      body: { name: "Reef", interactions_endpoint_url: game.url },
    });
    vi.spyOn(application, "setInteractionsEndpoint").mockRejectedValue(new Error("A fault of our own"));
    await expect(set(game.url)).rejects.toThrow("A fault of our own");
  });
});

describe("the description of an application", () => {
  const describeAs = (description: unknown) => askApi(world, "PATCH", "/applications/@me", { description });

  it("is a string, or an object with a default", async () => {
    expect(await describeAs("Fish")).toMatchObject({ body: { description: "Fish" } });
    expect(await describeAs({ default: "Corals" })).toMatchObject({ body: { description: "Corals" } });
    for (const left of [undefined, null])
      expect(await describeAs(left)).toMatchObject({ body: { description: "Corals" } });
  });

  it.each([[7], ["x".repeat(401)], [{ default: 7 }], [{}]])(
    "rejects the invalid value %#",
    async (description) => {
      await expect(describeAs(description)).rejects.toEqual(refusal(400, { code: 50_035 }));
    },
  );
});

describe("the settings of an application", () => {
  const set = async (body: unknown) => (await askApi(world, "PATCH", "/applications/@me", body)).body;

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
    expect(await askApi(world, "GET", "/applications/@me")).toMatchObject({ body: settings });
    const none = Object.fromEntries(Object.keys(settings).map((name) => [name, null]));
    const bare = await set(none);
    expect(bare).not.toHaveProperty("tags");
    expect(bare).toMatchObject({ role_connections_verification_url: null, explicit_content_filter: 0 });
  });

  it("include an events URL, which is checked and replaces a handler", async () => {
    await using game = await startEventsServer();
    const enable = (event_webhooks_url: unknown) =>
      set({ event_webhooks_url, event_webhooks_status: 2, event_webhooks_types: ["ENTITLEMENT_CREATE"] });
    await application.setEventsEndpoint(createEventHandler({ publicKey: application.publicKey, events: {} }));
    await enable(game.url);
    expect(application.eventSubscription).toEqual({ endpoint: game.url, types: ["ENTITLEMENT_CREATE"] });
    await enable(null);
    expect(application.eventSubscription).toBeUndefined();
    await game.close();
    const code = "APPLICATION_EVENT_WEBHOOKS_URL_INVALID";
    await expect(enable(game.url)).rejects.toEqual(
      refusal(400, { errors: { event_webhooks_url: { _errors: [expect.objectContaining({ code })] } } }),
    );
  });

  it("stay unchanged if one of their URLs is rejected", async () => {
    await using game = await startGame(application.publicKey);
    const before = await askApi(world, "GET", "/applications/@me");
    const refused = { event_webhooks_url: game.url, interactions_endpoint_url: game.url, tags: ["coral"] };
    await expect(set(refused)).rejects.toEqual(refusal(400, { code: 50_035 }));
    expect(await askApi(world, "GET", "/applications/@me")).toEqual(before);
  });

  it("are only partly visible to other callers", async () => {
    await using game = await startEventsServer();
    await set({ tags: ["fish"], event_webhooks_url: game.url });
    const caller = { bot: false, expires: new Date(0) };
    const { body } = await askApi(world, "GET", "/oauth2/@me", undefined, caller);
    expect(body).toMatchObject({ application: { tags: ["fish"] } });
    expect(body).not.toMatchObject({ application: { event_webhooks_url: expect.anything() } });
  });

  it("include the install parameters, with permissions as a string", async () => {
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

  it("include image hashes, and the flags that an application may set", async () => {
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

  it("can remove the interactions endpoint", async () => {
    await using game = await startGame(application.publicKey);
    await set({ interactions_endpoint_url: game.url });
    expect(await set({ interactions_endpoint_url: null })).toMatchObject({ interactions_endpoint_url: null });
  });
});

describe("a running Activity", () => {
  const { instance_id } = world.activities.launch({
    applicationId: application.id,
    userId: "2",
    channelId: "3",
  });
  const path = `/applications/${application.id}/activity-instances/${instance_id}`;

  it("is described to its application's bot", async () => {
    expect(await askApi(world, "GET", path)).toMatchObject({
      status: 200,
      body: { instance_id, users: ["2"] },
    });
  });

  it("is forbidden for other callers, and not found under another id", async () => {
    const forbidden = refusal(403, { code: 50_001 });
    await expect(askApi(world, "GET", path, undefined, { bot: false })).rejects.toEqual(forbidden);
    await expect(askApi(world, "GET", path, undefined, other && { application: other })).rejects.toEqual(
      forbidden,
    );
    await expect(askApi(world, "GET", `${path}0`)).rejects.toEqual(refusal(404, { code: 0 }));
  });
});
