import { afterEach, describe, expect, it, vi } from "vitest";
import { World } from "../../../../src/emulator/world/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";
import { startGame } from "../../../setup/emulator/game.ts";

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

describe("the application of a bot token", () => {
  it.each(["/applications/@me", "/oauth2/applications/@me"])(
    "says its key and where interactions go, and nothing to anybody else: %s",
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

  it("sets where interactions go, once that is checked", async () => {
    await using game = await startGame(application.publicKey);
    const set = (url: unknown) =>
      askApi(world, "PATCH", "/applications/@me", { interactions_endpoint_url: url });
    expect(await set(game.url)).toMatchObject({ body: { interactions_endpoint_url: game.url } });
    await expect(set(7)).rejects.toEqual(invalid("BASE_TYPE_BAD_TYPE"));
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

  it("is a text, or one in several languages", async () => {
    expect(await describeAs("Fish")).toMatchObject({ body: { description: "Fish" } });
    expect(await describeAs({ default: "Corals" })).toMatchObject({ body: { description: "Corals" } });
    for (const left of [undefined, null, {}])
      expect(await describeAs(left)).toMatchObject({ body: { description: "Corals" } });
  });

  it.each([[7], ["x".repeat(401)], [{ default: 7 }]])("%# is refused", async (description) => {
    await expect(describeAs(description)).rejects.toEqual(refusal(400, { code: 50_035 }));
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

  it("is nothing for others, and not there under another id", async () => {
    const forbidden = refusal(403, { code: 50_001 });
    await expect(askApi(world, "GET", path, undefined, { bot: false })).rejects.toEqual(forbidden);
    await expect(askApi(world, "GET", path, undefined, other && { application: other })).rejects.toEqual(
      forbidden,
    );
    await expect(askApi(world, "GET", `${path}0`)).rejects.toEqual(refusal(404, { code: 0 }));
  });
});
