import { expect, test } from "vitest";
import { CommandsClient, type ApiCredential } from "../../../src/commands/index.ts";
import { startService } from "../../setup/scripted-service.ts";
import { applicationId } from "../../setup/commands/samples.ts";

const guildId = "200000000000000001";
const overwrite = { id: "300000000000000001", type: 1, permission: true } as const;
const stored = { id: "7", application_id: applicationId, guild_id: guildId, permissions: [overwrite] };

async function start() {
  const service = await startService(({ method, path }) => ({
    status: 200,
    body: method === "GET" && path.endsWith("/commands/permissions") ? [stored] : stored,
  }));
  const connect = (credential: ApiCredential) =>
    new CommandsClient({ applicationId, credential, apiBase: service.apiBase }).guild(guildId).permissions;
  return { ...service, connect };
}

test("reads permissions with the application's token and edits them with the user's", async () => {
  await using service = await start();
  let requestCount = 0;
  const permissions = service.connect({ botToken: "bot", userToken: async () => `user-${++requestCount}` });
  expect(await permissions.list()).toEqual([stored]);
  expect(await permissions.get("7")).toEqual(stored);
  expect(await permissions.edit("7", [overwrite])).toEqual(stored);
  expect(await permissions.edit(applicationId, [])).toEqual(stored);
  const base = `/api/v10/applications/${applicationId}/guilds/${guildId}/commands`;
  expect(
    service.requests.map(({ method, path, body, headers }) => [headers.authorization, method, path, body]),
  ).toEqual([
    ["Bot bot", "GET", `${base}/permissions`, ""],
    ["Bot bot", "GET", `${base}/7/permissions`, ""],
    ["Bearer user-1", "PUT", `${base}/7/permissions`, JSON.stringify({ permissions: [overwrite] })],
    ["Bearer user-2", "PUT", `${base}/${applicationId}/permissions`, '{"permissions":[]}'],
  ]);
});

test("rejects an edit without a user token and names the required scope", async () => {
  await using service = await start();
  const permissions = service.connect({ botToken: "bot" });
  await expect(permissions.edit("7", [overwrite])).rejects.toMatchObject({
    code: "missing_credential",
    hint: expect.stringContaining("applications.commands.permissions.update"),
  });
  expect(service.requests).toEqual([]);
});

test("rejects invalid overwrites before any request", async () => {
  await using service = await start();
  const permissions = service.connect({ userToken: async () => "user" });
  await expect(permissions.edit("7", [{ ...overwrite, id: 5 as never }])).rejects.toMatchObject({
    code: "invalid_command",
    fieldErrors: [{ path: "[0].id", code: "overwrite-id" }],
  });
  await expect(permissions.edit("7", [{ ...overwrite, id: guildId, type: 2 }])).rejects.toMatchObject({
    fieldErrors: [{ path: "[0].type", code: "overwrite-constant" }],
  });
  expect(service.requests).toEqual([]);
});

test.each<[unknown]>([[null], [{}], [[]], [{ id: 7, permissions: [] }], [{ id: "7", permissions: "all" }]])(
  "rejects the response %j",
  async (body) => {
    await using service = await startService(() => ({ body }));
    const credential = { botToken: "bot", userToken: () => Promise.resolve("user") };
    const { apiBase } = service;
    const { permissions } = new CommandsClient({ applicationId, credential, apiBase }).guild(guildId);
    const refusal = { code: "invalid_response" };
    await expect(permissions.get("7")).rejects.toMatchObject(refusal);
    await expect(permissions.edit("7", [])).rejects.toMatchObject(refusal);
    service.answer = () => ({ body: [body] });
    await expect(permissions.list()).rejects.toMatchObject(refusal);
    service.answer = () => ({ body: { 0: body } });
    await expect(permissions.list()).rejects.toMatchObject(refusal);
  },
);
