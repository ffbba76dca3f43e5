import { expect, test } from "vitest";
import { fetchActivityInstance } from "../../../src/interactions/index.ts";
import { recordingFetch } from "../../setup/interactions/service.ts";

const instance = { application_id: "5", instance_id: "i-1", launch_id: "6", users: ["7"], location: {} };
const options = { applicationId: "5", credential: { botToken: "token-of-the-bot" } };

test("fetches an instance with the bot token, by an id of any characters", async () => {
  const { calls, fetch } = recordingFetch(() => Response.json(instance));
  expect(await fetchActivityInstance("i/1", { ...options, fetch })).toEqual(instance);
  expect(calls).toMatchObject([{ method: "GET", path: "/applications/5/activity-instances/i%2F1" }]);
});

test("sends the request to a custom base URL", async () => {
  const urls: string[] = [];
  const fetch = (url: string) => {
    urls.push(url);
    return Promise.resolve(Response.json(instance));
  };
  await fetchActivityInstance("i-1", { ...options, fetch, apiBase: "http://127.0.0.1:1/api" });
  expect(urls).toEqual(["http://127.0.0.1:1/api/applications/5/activity-instances/i-1"]);
});

test.each([null, [], {}, { ...instance, instance_id: 5 }, { ...instance, users: {} }])(
  "rejects %j as an instance",
  async (value) => {
    const { fetch } = recordingFetch(() => Response.json(value));
    await expect(fetchActivityInstance("i-1", { ...options, fetch })).rejects.toMatchObject({
      code: "invalid_response",
    });
  },
);

test("rejects if the instance does not run, or if the signal is aborted", async () => {
  const { fetch } = recordingFetch(() => Response.json({ code: 0, message: "Not Found" }, { status: 404 }));
  await expect(fetchActivityInstance("i-1", { ...options, fetch })).rejects.toMatchObject({
    code: "not_found",
  });
  const signal = AbortSignal.abort();
  await expect(fetchActivityInstance("i-1", { ...options, fetch, signal })).rejects.toMatchObject({
    code: "aborted",
  });
});

test.each<[unknown, object, string]>([
  ["", options, "instanceId"],
  [5, options, "instanceId"],
  ["x".repeat(201), options, "instanceId"],
  ["i-1", { ...options, applicationId: 5 }, "options.applicationId"],
  ["i-1", { ...options, token: "x" }, "options.token"],
])("rejects %.10s with %j without a request", async (id, wrong, name) => {
  const { calls, fetch } = recordingFetch();
  await expect(fetchActivityInstance(id as string, { fetch, ...wrong } as never)).rejects.toThrow(name);
  expect(calls).toEqual([]);
});
