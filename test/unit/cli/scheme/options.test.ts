import { expect, test } from "vitest";
import { readScheme } from "../../../../src/cli/scheme/options.ts";

const applicationId = "123456789012345678";
const env = { SLASHPASS_APPLICATION_ID: applicationId };
const options = { json: false, config: undefined, environment: undefined };

test("returns the application's scheme, or the specified one", async () => {
  expect(await readScheme({ options: { ...options, scheme: undefined }, env, cwd: "/" })).toEqual({
    applicationId,
    scheme: `discord-${applicationId}`,
  });
  expect(
    await readScheme({ options: { ...options, scheme: "com.example.game" }, env, cwd: "/" }),
  ).toMatchObject({
    scheme: "com.example.game",
  });
});
