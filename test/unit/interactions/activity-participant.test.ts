import { describe, expect, test } from "vitest";
import { ErrorType } from "../../../src/core/errors.ts";
import { fetchActivityInstance, verifyParticipant } from "../../../src/interactions/index.ts";
import { recordingFetch } from "../../setup/interactions/service.ts";

const location = { id: "gc-8-9", kind: "gc", channel_id: "9", guild_id: "8" };
const instance = { application_id: "5", instance_id: "i-1", launch_id: "6", users: ["7", "77"], location };
const options = {
  applicationId: "5",
  credential: { botToken: "token-of-the-bot" },
  instanceId: "i-1",
  userId: "7",
};
const answering = (answer: () => Response) => recordingFetch(answer);
const verify = ({ fetch }: ReturnType<typeof answering>, more: object = {}) =>
  verifyParticipant({ ...options, fetch, ...more });

test.each([
  ["by id", {}],
  ["by a bigint", { userId: 77n }],
  ["at the location that the page names", { locationId: location.id }],
])("returns the instance to a participant: %s", async (_, more) => {
  const exchange = answering(() => Response.json(instance));
  expect(await verify(exchange, more)).toEqual(instance);
  expect(exchange.calls).toMatchObject([{ method: "GET", path: "/applications/5/activity-instances/i-1" }]);
});

test.each([
  ["who is not in the instance", { userId: "70" }, "not_participant"],
  ["whose id is part of another player's", { userId: "777" }, "not_participant"],
  ["whose page names another location", { locationId: "gc-8-10" }, "wrong_location"],
])("rejects a player %s", async (_, more, code) => {
  const refusal = { type: ErrorType.AuthorizationFailed, code };
  await expect(
    verify(
      answering(() => Response.json(instance)),
      more,
    ),
  ).rejects.toMatchObject(refusal);
});

test("rejects a location that the service does not report", async () => {
  const exchange = answering(() => Response.json({ ...instance, location: undefined }));
  await expect(verify(exchange, { locationId: location.id })).rejects.toMatchObject({
    code: "wrong_location",
  });
});

test("rejects if the instance does not exist or has ended", async () => {
  const exchange = answering(() => Response.json({ message: "404: Not Found", code: 0 }, { status: 404 }));
  await expect(verify(exchange)).rejects.toMatchObject({
    type: ErrorType.AuthorizationFailed,
    code: "instance_ended",
  });
});

test.each<[string, () => Response, string]>([
  ["a service error", () => Response.json({}, { status: 400 }), "http_error"],
  ["a wrong bot token", () => Response.json({}, { status: 401 }), "unauthorized"],
  ["a wrong application", () => Response.json({ code: 10002 }, { status: 404 }), "unknown_application"],
  [
    "a response about another instance",
    () => Response.json({ ...instance, instance_id: "i-2" }),
    "invalid_response",
  ],
  ["an empty response", () => Response.json({}), "invalid_response"],
])("does not report %s as failed authorization", async (_, answer, code) => {
  const error = await verify(answering(answer)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  expect(error).not.toMatchObject({ type: ErrorType.AuthorizationFailed });
});

test.each([
  ["options.instanceId", { instanceId: "" }],
  ["options.userId", { userId: 7 }],
  ["options.locationId", { locationId: "" }],
  ["options.applicationId", { applicationId: "" }],
  ["options.credential", { credential: {} }],
  ["options.user", { user: "7" }],
])("rejects an invalid %s without a request", async (name, wrong) => {
  const exchange = answering(() => Response.json(instance));
  await expect(verify(exchange, wrong)).rejects.toThrow(name);
  expect(exchange.calls).toEqual([]);
});

test.each(["..", ".", "\ud800", "i-\udc00"])(
  "rejects the instance id %j by name, and does not send the bot token",
  async (instanceId) => {
    const exchange = answering(() => Response.json(instance));
    const refusal = {
      type: ErrorType.ValidationError,
      code: "invalid_argument",
      message: expect.stringContaining("instanceId"),
    };
    await expect(verify(exchange, { instanceId })).rejects.toMatchObject(refusal);
    const { credential, applicationId } = options;
    await expect(
      fetchActivityInstance(instanceId, { credential, applicationId, fetch: exchange.fetch }),
    ).rejects.toMatchObject(refusal);
    expect(exchange.calls).toEqual([]);
  },
);

describe("fetchActivityInstance", () => {
  const access = { applicationId: "5", credential: { botToken: "token-of-the-bot" } };

  test("fetches an instance with the bot token, whatever characters its id has", async () => {
    const { calls, fetch } = recordingFetch(() => Response.json(instance));
    expect(await fetchActivityInstance("i/1", { ...access, fetch })).toEqual(instance);
    expect(calls).toMatchObject([{ method: "GET", path: "/applications/5/activity-instances/i%2F1" }]);
  });

  test("sends the request to a custom base URL", async () => {
    const urls: string[] = [];
    const fetch = (url: string) => {
      urls.push(url);
      return Promise.resolve(Response.json(instance));
    };
    await fetchActivityInstance("i-1", { ...access, fetch, apiBase: "http://127.0.0.1:1/api" });
    expect(urls).toEqual(["http://127.0.0.1:1/api/applications/5/activity-instances/i-1"]);
  });

  test.each([null, [], {}, { ...instance, instance_id: 5 }, { ...instance, users: {} }])(
    "rejects %j as an instance",
    async (value) => {
      const { fetch } = recordingFetch(() => Response.json(value));
      await expect(fetchActivityInstance("i-1", { ...access, fetch })).rejects.toMatchObject({
        code: "invalid_response",
      });
    },
  );

  test("rejects if the instance is not running or the signal is aborted", async () => {
    const { fetch } = recordingFetch(() => Response.json({ code: 0, message: "Not Found" }, { status: 404 }));
    await expect(fetchActivityInstance("i-1", { ...access, fetch })).rejects.toMatchObject({
      code: "not_found",
    });
    const signal = AbortSignal.abort();
    await expect(fetchActivityInstance("i-1", { ...access, fetch, signal })).rejects.toMatchObject({
      code: "aborted",
    });
  });

  test.each<[unknown, object, string]>([
    ["", access, "instanceId"],
    [5, access, "instanceId"],
    ["x".repeat(201), access, "instanceId"],
    ["i-1", { ...access, applicationId: 5 }, "options.applicationId"],
    ["i-1", { ...access, token: "x" }, "options.token"],
  ])("rejects %.10s with %j without a request", async (id, wrong, name) => {
    const { calls, fetch } = recordingFetch();
    await expect(fetchActivityInstance(id as string, { fetch, ...wrong } as never)).rejects.toThrow(name);
    expect(calls).toEqual([]);
  });
});
