import { expect, test } from "vitest";
import { malformed, parsePayload } from "../../../src/events/interaction-payload.ts";
import { ada, commandPayload, componentPayload, modalPayload } from "../../setup/interactions/service.ts";

const command = commandPayload({ name: "play" });
const component = componentPayload("vote");
const modal = modalPayload("form", []);

test.each([
  { type: 1 },
  command,
  component,
  modal,
  { ...command, type: 4 },
  commandPayload({ name: "x", resolved: {} }),
])("parses %j", (payload) => {
  expect(parsePayload(payload)).toBe(payload);
});

test("accepts a member instead of a user in a guild", () => {
  const payload = { ...command, user: undefined, member: { user: ada } };
  expect(parsePayload(payload)).toBe(payload);
  expect(() => parsePayload({ ...payload, member: { user: {} } })).toThrow(
    "user does not match the documentation",
  );
});

test("returns only the id of an interaction whose type is unknown", () => {
  expect(parsePayload({ ...command, type: 99, data: undefined })).toEqual({
    type: "unknown",
    id: command.id,
  });
});

test.each<[unknown, string]>([
  [null, "the body"],
  [[], "the body"],
  [{ ...command, type: "2" }, "type"],
  [{ ...command, type: 2.5 }, "type"],
  [{ ...command, id: 5 }, "id"],
  [{ ...command, application_id: "x" }, "application_id"],
  [{ ...command, token: 5 }, "token"],
  [{ ...command, token: "" }, "token"],
  [{ ...command, user: { id: "5" } }, "user"],
  [{ ...command, user: { id: "05", username: "ada" } }, "user"],
  [{ ...command, user: { id: 5, username: "ada" } }, "user"],
  [{ ...command, data: [] }, "data"],
  [{ ...command, data: { type: 1 } }, "data.name"],
  [{ ...command, data: { name: "play", type: "1" } }, "data.type"],
  [{ ...command, data: { name: "play", type: 1, resolved: [] } }, "data.resolved"],
  [{ ...component, data: { custom_id: 5 } }, "data.custom_id"],
  [{ ...modal, data: {} }, "data.custom_id"],
  [{ ...modal, data: { custom_id: "form", components: {} } }, "data.components"],
])("rejects %j as malformed in %s", (payload, what) => {
  expect(() => parsePayload(payload)).toThrow(
    expect.objectContaining({ code: "malformed_payload", message: malformed(what).message }),
  );
});
