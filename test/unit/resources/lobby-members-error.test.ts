import { expect, test } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { LobbyMembersError } from "../../../src/resources/lobby.ts";

const failure = new ClientError({
  type: ErrorType.NetworkError,
  code: "network_error",
  message: "Nobody answered.",
  hint: "Try again.",
  retryable: true,
});
const report = { done: ["1"], members: [], remaining: [{ id: "2" }] };

test("has the fields of the failure, and reports the progress", () => {
  const error = new LobbyMembersError(failure, report);
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({
    name: "LobbyMembersError",
    type: ErrorType.NetworkError,
    code: "network_error",
    hint: "Try again.",
    retryable: true,
    message: "Updating the members of a lobby stopped, 1 of 2 members were done: Nobody answered.",
    fieldErrors: [],
    failure,
    report,
  });
});

test("rejects an invalid failure or report", () => {
  expect(() => new LobbyMembersError(new Error("no") as never, report)).toThrow("failure is an object");
  expect(() => new LobbyMembersError(failure, {} as never)).toThrow("report is an object");
  expect(() => new LobbyMembersError(failure, null as never)).toThrow("report is null");
});
