import { expect, it, test } from "vitest";
import { endpoints } from "../../../../src/emulator/resources/routes.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { readOperations } from "../../../setup/description/operations.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const world = new World({});

/** The authorization server has these. */
const isElsewhere = (path: string) => /^\/oauth2\/(?:keys|userinfo)$/.test(path);

/** A path of the description with ids in it, and whether the emulator has an endpoint there. */
const others = readOperations().filter(({ path }) => !isElsewhere(path));
const described = others.map(({ method, path }) => {
  const filled = path.replaceAll(/\{[^}]+\}/g, "5");
  const isKnown = endpoints.some((endpoint) => {
    const [its, pattern = ""] = endpoint.split(" ");
    return its === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(filled);
  });
  return { method, filled, isKnown };
});

test("the description has paths that the emulator lacks, and paths that it has", () => {
  expect(described.filter(({ isKnown }) => isKnown).length).toBeGreaterThan(50);
  expect(described.filter(({ isKnown }) => !isKnown).length).toBeGreaterThan(100);
});

it.each(described.filter(({ isKnown }) => !isKnown))(
  "$method $filled says that the emulator has no such endpoint",
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

it("shows no id and no token of the path", async () => {
  const path = `/webhooks/123456789/aW50ZXJhY3Rpb24tdG9rZW4tYXMtbG9uZy1hcy1pdC1pcw/slack`;
  await expect(askApi(world, "POST", path)).rejects.toMatchObject({
    body: { message: expect.stringContaining("no endpoint POST /webhooks/…/…/slack. ") },
  });
});
