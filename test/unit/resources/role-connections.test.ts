import { describe, expect, it, test } from "vitest";
import { applicationId } from "../../setup/commands/samples.ts";
import { connectApi, expectInvalid, expectUserScope, refusal } from "../../setup/api-client.ts";
import type { ApiClient } from "../../../src/resources/index.ts";

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
    [[level, { ...full, type: 1 }], 'records[1].key is "level", which another record already has.'],
  ])("is rejected without sending a request: %j", async (records, message) => {
    await expectInvalid((api) => api.roleConnectionMetadata.set(records as never), message);
  });
});

test("returns no records for an empty response and rejects an invalid response", async () => {
  expect(await connectApi(() => null).api.roleConnectionMetadata.get()).toEqual([]);
  for (const body of [{}, [{ key: "level" }], [null]]) {
    const { api } = connectApi(() => body);
    await expect(api.roleConnectionMetadata.get()).rejects.toMatchObject({ code: "invalid_response" });
  }
});

const userPath = `/users/@me/applications/${applicationId}/role-connection`;
const connection = { platform_name: "Reef", platform_username: "ada", metadata: { level: "12" } };

test("fetches and replaces the connection with the user's token", async () => {
  const { api, requests } = connectApi(() => connection);
  const { roleConnection } = api.currentUser;
  expect(await roleConnection.get()).toEqual(connection);
  expect(await roleConnection.set(connection)).toEqual(connection);
  await roleConnection.set({ platform_name: null, metadata: null });
  await roleConnection.set({});
  expect(requests.map(({ method, body }) => [method, body])).toEqual([
    ["GET", undefined],
    ["PUT", connection],
    ["PUT", { platform_name: null, metadata: null }],
    ["PUT", {}],
  ]);
  for (const request of requests)
    expect(request).toMatchObject({ path: userPath, authorization: "Bearer user" });
});

describe("an invalid call", () => {
  it.each([
    [{ platform_name: "x".repeat(51) }, "connection.platform_name is not a string of 0 to 50"],
    [{ platform_username: "🪸".repeat(101) }, "connection.platform_username is not a string"],
    [{ metadata: { level: 12 } }, "connection.metadata.level is a number, but must be a string"],
    [{ metadata: { level: "" } }, "connection.metadata.level is an empty string"],
    [{ metadata: { level: "x".repeat(101) } }, "of 1 to 100 characters"],
    [{ metadata: ["12"] }, "connection.metadata is a list"],
    [{ platformName: "Reef" }, "Did you mean connection.platform_name?"],
    [5, "connection is a number"],
  ])("is rejected without sending a request: %j", async (given, message) => {
    await expectInvalid((api) => api.currentUser.roleConnection.set(given as never), message);
  });
});

test("reports the missing scope", async () => {
  const { api } = connectApi(() => refusal(401, 40_001, "Unauthorized"));
  await expect(api.currentUser.roleConnection.get()).rejects.toMatchObject({
    code: "unauthorized",
    hint: expect.stringContaining("role_connections.write") as string,
  });
});

test("rejects an invalid response", async () => {
  const { api } = connectApi(() => [connection]);
  await expect(api.currentUser.roleConnection.set(connection)).rejects.toMatchObject({
    code: "invalid_response",
  });
});

test.each<[string, (api: ApiClient) => Promise<unknown>]>([
  ["get", (api) => api.currentUser.roleConnection.get()],
  ["set", (api) => api.currentUser.roleConnection.set(connection)],
])("requires a user token with the role_connections.write scope for %s", async (_, use) => {
  await expectUserScope("role_connections.write", use, connection);
});
