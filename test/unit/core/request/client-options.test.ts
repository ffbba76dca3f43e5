import { expect, test } from "vitest";
import { apiPath } from "../../../../src/core/request/addresses.ts";
import { apiClientFields, createTransport } from "../../../../src/core/request/transport.ts";
import { fields } from "../../../../src/core/check/fields.ts";

const read = fields(apiClientFields);
const given = { applicationId: 5n, credential: { botToken: "token-of-the-bot" } };

test("applies defaults, and ignores errors of hooks", async () => {
  const urls: string[] = [];
  const secrets: string[] = [];
  const transport = createTransport(
    read(
      {
        ...given,
        fetch: (url: string) => {
          urls.push(url);
          return Promise.resolve(Response.json({ fine: true }));
        },
        onSecret: (secret: string) => secrets.push(secret),
        onRequest: () => {
          throw new Error("no");
        },
      },
      "options",
    ),
  );
  expect(await transport.call({ operation: "Asking", method: "GET", path: apiPath`/x` })).toEqual({
    fine: true,
  });
  expect(urls).toEqual(["https://discord.com/api/v10/x"]);
  expect(secrets).toEqual(["token-of-the-bot"]);
  expect(createTransport(read(given, "options")).hasUserToken).toBe(false);
});

test("rejects an option of the wrong type", () => {
  expect(() => read({ ...given, onSecret: 5 }, "options")).toThrow("options.onSecret is a number");
  expect(() => read({ ...given, maxWaitMs: -1 }, "options")).toThrow("options.maxWaitMs is -1, but must be");
});
