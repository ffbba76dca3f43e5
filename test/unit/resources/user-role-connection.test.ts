import { describe, expect, it, test } from "vitest";
import { applicationId } from "../../setup/commands/samples.ts";
import type { ApiClient } from "../../../src/resources/index.ts";
import { connectApi, refusal } from "../../setup/api-client.ts";

const path = `/users/@me/applications/${applicationId}/role-connection`;
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
  for (const request of requests) expect(request).toMatchObject({ path, authorization: "Bearer user" });
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
  ])("is rejected without a request: %j", async (given, message) => {
    const { api, requests } = connectApi();
    await expect(api.currentUser.roleConnection.set(given as never)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  it("is rejected without a user's token", async () => {
    const { api, requests } = connectApi(undefined, { botToken: "bot" });
    await expect(api.currentUser.roleConnection.get()).rejects.toMatchObject({
      code: "missing_credential",
      hint: expect.stringContaining("role_connections.write") as string,
    });
    expect(requests).toEqual([]);
  });
});

test("names the scope that is missing", async () => {
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
  ["read", (api) => api.currentUser.roleConnection.get()],
  ["replaced", (api) => api.currentUser.roleConnection.set(connection)],
])("is %s only with a user token of the scope role_connections.write", async (_, use) => {
  const asked: string[] = [];
  const userToken = async (_rejected: unknown, scope: string) => (asked.push(scope), "user");
  await use(connectApi(() => connection, { userToken }).api);
  expect(asked).toEqual(["role_connections.write"]);
  const { api, requests } = connectApi(undefined, { botToken: "bot" });
  await expect(use(api)).rejects.toMatchObject({
    code: "missing_credential",
    hint: expect.stringContaining("the scope role_connections.write") as string,
  });
  expect(requests).toEqual([]);
  const refused = connectApi(() => refusal(403, 50_001));
  await expect(use(refused.api)).rejects.toMatchObject({
    code: "missing_access",
    hint: "The token needs the scope role_connections.write: sign in again with it.",
  });
});
