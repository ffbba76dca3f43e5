import { expect, it, test } from "vitest";
import { endpoints } from "../../../../src/emulator/resources/routes.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { readOperations } from "../../../setup/description/operations.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const world = new World({});

/** The authorization server handles these paths. */
const isElsewhere = (path: string) => /^\/oauth2\/(?:keys|userinfo)$/.test(path);

/** The other operations of the API description, with ids in their paths. */
const others = readOperations().filter(({ path }) => !isElsewhere(path));
const described = others.map(({ method, path }) => {
  const filled = path.replaceAll(/\{[^}]+\}/g, "5");
  const isKnown = endpoints.some((endpoint) => {
    const [its, pattern = ""] = endpoint.split(" ");
    return its === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(filled);
  });
  return { method, filled, isKnown };
});

test("covers operations with and without an endpoint", () => {
  expect(described.filter(({ isKnown }) => isKnown).length).toBeGreaterThan(50);
  expect(described.filter(({ isKnown }) => !isKnown).length).toBeGreaterThan(100);
});

it.each(described.filter(({ isKnown }) => !isKnown))(
  "rejects $method $filled, because the emulator has no such endpoint",
  async ({ method, filled }) => {
    await expect(askApi(world, method, filled)).rejects.toMatchObject({
      status: expect.toBeOneOf([404, 405]) as number,
      body: {
        code: 0,
        message: expect.stringMatching(
          `^The emulator has no endpoint ${method} /[^ ]+\\. A fault can answer`,
        ),
      },
    });
  },
);

it("hides ids and tokens of the path", async () => {
  const path = `/webhooks/123456789/aW50ZXJhY3Rpb24tdG9rZW4tYXMtbG9uZy1hcy1pdC1pcw/slack`;
  await expect(askApi(world, "POST", path)).rejects.toMatchObject({
    body: { message: expect.stringContaining("no endpoint POST /webhooks/…/…/slack. ") },
  });
});
