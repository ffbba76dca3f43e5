import { expect, test } from "vitest";
import { inspect } from "node:util";
import { type ApplicationPlan, planApplication } from "../../../../src/resources/index.ts";
import { connectApi, refusal, type SentRequest } from "../../../setup/api-client.ts";
import { newApplication } from "../../../setup/application-settings.ts";
import { applicationId } from "../../../setup/commands/samples.ts";

const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" } as const;
const metadataPath = `/applications/${applicationId}/role-connections/metadata`;

const answer = ({ method, path, body }: SentRequest) => {
  if (path === metadataPath) return method === "PUT" ? body : [];
  return { ...newApplication, ...(body as object | undefined) };
};

const plan = planApplication(
  { application: newApplication, metadata: [] },
  { description: "New", role_connections_metadata: [level] },
);

test("fetches the application with the bot token", async () => {
  const { api, requests } = connectApi(answer);
  expect(await api.application.get()).toEqual(newApplication);
  expect(requests).toEqual([
    { method: "GET", path: "/applications/@me", authorization: "Bot bot", body: undefined },
  ]);
  expect(inspect(api.application)).toContain(applicationId);
});

test("sends one request for each part of a plan", async () => {
  const { api, requests } = connectApi(answer);
  const written: string[] = [];
  const after = await api.application.apply(plan, { onWritten: ({ kind }) => written.push(kind) });
  expect(after.description).toBe("New");
  expect(written).toEqual(["metadata", "settings"]);
  expect(requests).toEqual([
    { method: "PUT", path: metadataPath, authorization: "Bot bot", body: [level] },
    { method: "PATCH", path: "/applications/@me", authorization: "Bot bot", body: { description: "New" } },
  ]);
});

test("sends no write request for an empty plan", async () => {
  const { api, requests } = connectApi(answer);
  const nothing = planApplication({ application: newApplication }, { description: "" });
  expect(await api.application.apply(nothing)).toEqual(newApplication);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /applications/@me"]);
});

test("reports the completed parts before it stops at a failed request", async () => {
  const { api } = connectApi((request) =>
    request.method === "PATCH" ? refusal(400, 50_035) : answer(request),
  );
  const written: string[] = [];
  const applied = api.application.apply(plan, {
    onWritten: ({ kind }) => {
      written.push(kind);
      throw new Error("A listener of the game");
    },
  });
  await expect(applied).rejects.toMatchObject({ code: "invalid_form_body" });
  expect(written).toEqual(["metadata"]);
});

test("sends no request unless given a plan for this application", async () => {
  const { api, requests } = connectApi(answer);
  const { application } = api;
  await expect(application.apply(plan, { hash: "" } as never)).rejects.toThrow("options.hash does not exist");
  await expect(application.apply({} as ApplicationPlan)).rejects.toThrow(
    "plan is an object, but must be a plan",
  );
  await expect(application.apply(null as never)).rejects.toThrow("plan is null");
  const other: ApplicationPlan = { applicationId: "1", changes: [], writes: [] };
  await expect(application.apply(other)).rejects.toMatchObject({ code: "wrong_application" });
  expect(requests).toEqual([]);
});

test("rejects another application's bot token and an invalid response", async () => {
  const other = connectApi(() => ({ ...newApplication, id: "1" })).api;
  await expect(other.application.get()).rejects.toMatchObject({ code: "wrong_application" });
  for (const body of [[], {}, { id: applicationId }]) {
    const { application } = connectApi(() => body).api;
    await expect(application.get()).rejects.toMatchObject({ code: "invalid_response" });
  }
});
