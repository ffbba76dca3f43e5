import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { LobbyMemberUpdate } from "../../../src/resources/index.ts";
import { apiPath } from "../../../src/core/request/addresses.ts";
import type { Transport } from "../../../src/core/request/transport.ts";
import { LobbyEndpoints, LobbyMembersError } from "../../../src/resources/lobby.ts";
import { Resource } from "../../../src/resources/resource.ts";
import { connectApi, expectInvalid, refusal, type SentRequest } from "../../setup/api-client.ts";
import { cases } from "../../setup/cases.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";

type Sent = readonly (LobbyMemberUpdate & { readonly id: string })[];

const add = (count: number): Sent => Array.from({ length: count }, (_, index) => ({ id: `${index + 1}` }));
/** Returns the service's response, which lists the members after the change. */
const answer = ({ body }: SentRequest) =>
  (body as Sent)
    .filter(({ remove_member }) => !remove_member)
    .map(({ id, metadata = null }) => ({ id, metadata, flags: 0 }));
const failure = async (call: Promise<unknown>): Promise<LobbyMembersError> =>
  call.then(
    () => expect.unreachable("it has to fail"),
    (error: unknown) => error as LobbyMembersError,
  );

test("sends members unchanged with the bot token", async () => {
  const { api, requests } = connectApi(answer);
  const members = [
    { id: "5", metadata: { team: "red" }, flags: 1, additional_name: "Sir Ada" },
    { id: "6", remove_member: true },
    { id: "7", metadata: null, flags: null, additional_name: null },
  ] as const;
  expect(await api.lobby("9").updateMembers([...members, { id: 8n }])).toEqual([
    { id: "5", metadata: { team: "red" }, flags: 0 },
    { id: "7", metadata: null, flags: 0 },
    { id: "8", metadata: null, flags: 0 },
  ]);
  expect(requests).toEqual([
    {
      method: "POST",
      path: "/lobbies/9/members/bulk",
      authorization: "Bot bot",
      body: [...members, { id: "8" }],
    },
  ]);
});

test("does not wrap an error from outside the library", async () => {
  const bug = new TypeError("A mistake of ours.");
  const transport = { call: () => Promise.reject(bug) } as unknown as Transport;
  await expect(
    new LobbyEndpoints(new Resource(transport, apiPath`/lobbies/9`)).updateMembers(add(1)),
  ).rejects.toBe(bug);
});

describe("an invalid list of members", () => {
  it.each([
    ["5", "members is a string, but must be a list"],
    [[{}], "members[0].id is missing"],
    [[{ id: 5 }], "members[0].id is a JavaScript number"],
    [[{ id: "5", metadata: { team: 5 } }], "members[0].metadata.team is a number"],
    [[{ id: "5", metadata: { team: "x".repeat(1025) } }], "members[0].metadata.team is not a string"],
    [[{ id: "5", metadata: { a: "x".repeat(500), b: "x".repeat(499) } }], "of up to 1000 characters"],
    [[{ id: "5", flags: 2 }], "members[0].flags is 2, but must be 1"],
    [[{ id: "5", additional_name: "" }], "members[0].additional_name is an empty string"],
    [[{ id: "5", additional_name: "x".repeat(81) }], "of 1 to 80 characters"],
    [[{ id: "5", remove_member: 1 }], "members[0].remove_member is 1"],
    [[{ id: "5", removeMember: true }], "Did you mean members[0].remove_member?"],
    [[{ id: "5" }, { id: 5n }], "members[1].id is 5, which another member already has."],
  ])("is rejected without sending a request: %o", async (members, message) => {
    await expectInvalid((api) => api.lobby("9").updateMembers(members as never), message);
  });
});

test("sends no request for an empty list", async () => {
  const { api, requests } = connectApi(answer);
  expect(await api.lobby("9").updateMembers([])).toEqual([]);
  expect(requests).toEqual([]);
});

test("returns no members for a null response and rejects an invalid response", async () => {
  expect(
    await connectApi(() => null)
      .api.lobby("9")
      .updateMembers(add(1)),
  ).toEqual([]);
  await expect(
    connectApi(() => [{}])
      .api.lobby("9")
      .updateMembers(add(1)),
  ).rejects.toMatchObject({
    code: "invalid_response",
  });
});

test("sends each listed member once, in order, 25 at a time", async () => {
  const run = fc.asyncProperty(fc.integer({ min: 0, max: 130 }), async (count) => {
    let inFlight = 0;
    const { api, requests } = connectApi(async (request) => {
      expect(++inFlight).toBe(1);
      await Promise.resolve();
      inFlight -= 1;
      return answer(request);
    });
    const members = await api.lobby("9").updateMembers(add(count));
    expect(members.map(({ id }) => id)).toEqual(add(count).map(({ id }) => id));
    const sent = requests.map(({ body }) => body as Sent);
    expect(sent.flat()).toEqual(add(count));
    expect(sent.every(({ length }) => length >= 1 && length <= 25)).toBe(true);
    expect(sent).toHaveLength(Math.ceil(count / 25));
  });
  await fc.assert(run, { numRuns: cases(200, 15) });
});

test("reports completed and remaining members after any failure and can send the remaining ones", async () => {
  const run = fc.asyncProperty(
    fc.integer({ min: 1, max: 130 }),
    fc.integer({ min: 0, max: 5 }),
    async (count, failing) => {
      fc.pre(failing < Math.ceil(count / 25));
      let requestCount = 0;
      const { api, requests } = connectApi((request) =>
        requestCount++ === failing ? refusal(403, 50_001, "Missing Access") : answer(request),
      );
      const lobby = api.lobby("9");
      const { report, ...error } = await failure(lobby.updateMembers(add(count)));
      expect(error).toMatchObject({ code: "missing_access", status: 403, errorCode: 50_001 });
      expect(report.done).toHaveLength(failing * 25);
      expect([...report.done, ...report.remaining.map(({ id }) => id)]).toEqual(
        add(count).map(({ id }) => id),
      );
      expect(report.members.map(({ id }) => id)).toEqual(report.done);
      expect(requests).toHaveLength(failing + 1);
      const rest = await lobby.updateMembers(report.remaining);
      expect([...report.members, ...rest].map(({ id }) => id)).toEqual(add(count).map(({ id }) => id));
    },
  );
  await fc.assert(run, { numRuns: cases(200, 15) });
});

test("reports a rejected field by its index in the whole list", async () => {
  const problem = { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Too long." }] };
  let requestCount = 0;
  const { api } = connectApi((request) =>
    requestCount++ === 0
      ? answer(request)
      : Response.json(
          { code: 50_035, message: "Invalid Form Body", errors: { 2: { additional_name: problem } } },
          { status: 400 },
        ),
  );
  const error = await failure(api.lobby("9").updateMembers(add(30)));
  expect(error.fieldErrors).toMatchObject([{ path: "[27].additional_name", code: "BASE_TYPE_MAX_LENGTH" }]);
  expect(error.message).toContain("25 of 30 members were done");
});

test("reports completed members if aborted between two requests", async () => {
  const controller = new AbortController();
  const { api } = connectApi((request) => {
    controller.abort();
    return answer(request);
  });
  const error = await failure(api.lobby("9").updateMembers(add(60), { signal: controller.signal }));
  expect(error).toMatchObject({ name: "LobbyMembersError", code: "aborted", fieldErrors: [] });
  expect(error.report.done.length + error.report.remaining.length).toBe(60);
});

describe("LobbyMembersError", () => {
  const networkFailure = new ClientError({
    type: ErrorType.NetworkError,
    code: "network_error",
    message: "Nobody answered.",
    hint: "Try again.",
    retryable: true,
  });
  const report = { done: ["1"], members: [], remaining: [{ id: "2" }] };

  test("has the failure's fields and reports the progress", () => {
    const error = new LobbyMembersError(networkFailure, report);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      name: "LobbyMembersError",
      type: ErrorType.NetworkError,
      code: "network_error",
      hint: "Try again.",
      retryable: true,
      message: "Updating a lobby's members stopped, 1 of 2 members were done: Nobody answered.",
      fieldErrors: [],
      failure: networkFailure,
      report,
    });
  });

  test("rejects an invalid failure or report", () => {
    expect(() => new LobbyMembersError(new Error("no") as never, report)).toThrow("failure is an object");
    expect(() => new LobbyMembersError(networkFailure, {} as never)).toThrow("report is an object");
    expect(() => new LobbyMembersError(networkFailure, null as never)).toThrow("report is null");
  });
});
