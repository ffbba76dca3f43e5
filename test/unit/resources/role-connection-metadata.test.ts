import { describe, expect, it, test } from "vitest";
import { applicationId } from "../../setup/commands/samples.ts";
import { connectApi } from "../../setup/api-client.ts";

const path = `/applications/${applicationId}/role-connections/metadata`;
const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" } as const;
const full = {
  ...level,
  name_localizations: { de: "Stufe", fr: null },
  description_localizations: null,
};

test("fetches and replaces records with the bot token", async () => {
  const { api, requests } = connectApi(() => [level]);
  const { roleConnectionMetadata } = api;
  expect(await roleConnectionMetadata.get()).toEqual([level]);
  expect(await roleConnectionMetadata.set([full])).toEqual([level]);
  await roleConnectionMetadata.set([]);
  expect(requests).toEqual([
    { method: "GET", path, authorization: "Bot bot", body: undefined },
    { method: "PUT", path, authorization: "Bot bot", body: [full] },
    { method: "PUT", path, authorization: "Bot bot", body: [] },
  ]);
});

describe("an invalid list of records", () => {
  it.each([
    [level, "records is an object, but must be a list of at most 5"],
    [Array.from({ length: 6 }, (_, index) => ({ ...level, key: `k${index}` })), "a list of at most 5"],
    [[{ ...level, type: 9 }], "records[0].type is 9, but must be 1 or 2"],
    [
      [{ ...level, key: "Level" }],
      "records[0].key is a string, but must be 1 to 50 characters of a-z, 0-9 and _",
    ],
    [[{ ...level, key: "k".repeat(51) }], "records[0].key"],
    [[{ ...level, key: "" }], "records[0].key is an empty string"],
    [[{ ...level, name: undefined }], "records[0].name is missing"],
    [[{ ...level, name: "n".repeat(101) }], "of 1 to 100 characters"],
    [[{ ...level, description: "d".repeat(201) }], "of 1 to 200 characters"],
    [
      [{ ...level, name_localizations: { klingon: "x" } }],
      "records[0].name_localizations.klingon does not exist",
    ],
    [
      [{ ...level, description_localizations: { de: "" } }],
      "records[0].description_localizations.de is an empty",
    ],
    [[{ ...level, nameLocalizations: {} }], "records[0].nameLocalizations does not exist"],
    [[level, { ...full, type: 1 }], 'records[1].key is "level", which another record has already.'],
  ])("is rejected without a request: %j", async (records, message) => {
    const { api, requests } = connectApi();
    await expect(api.roleConnectionMetadata.set(records as never)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });
});

test("returns no records for an empty response, and rejects an invalid one", async () => {
  expect(await connectApi(() => null).api.roleConnectionMetadata.get()).toEqual([]);
  for (const body of [{}, [{ key: "level" }], [null]]) {
    const { api } = connectApi(() => body);
    await expect(api.roleConnectionMetadata.get()).rejects.toMatchObject({ code: "invalid_response" });
  }
});
