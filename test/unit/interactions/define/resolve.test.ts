import { expect, test } from "vitest";
import {
  find,
  resolveMentionable,
  resolveMessageTarget,
  resolveUser,
  resolveUserTarget,
} from "../../../../src/interactions/define/define-component.ts";
import type { CommandPayload } from "../../../../src/interactions/index.ts";
import { ada } from "../../../setup/interactions/service.ts";

type Data = CommandPayload["data"];

const member = { roles: [], joined_at: null, permissions: "0" };
const role = { id: "20", name: "Mods", position: 1, permissions: "0" };
const message = { id: "7", author: ada, content: "" };
const resolved = {
  users: { [ada.id]: ada },
  members: { [ada.id]: member },
  roles: { 20: role },
  messages: { 7: message },
};
const data = (more: object = {}) =>
  ({ id: "1", name: "test", type: 1, resolved, ...more }) as unknown as Data;
const malformed = expect.objectContaining({ code: "malformed_payload" }) as unknown;

test("finds a record by its id, but no inherited property", () => {
  expect(find("roles", "20", data())).toBe(role);
  for (const id of ["21", 20, "constructor", "__proto__", undefined]) {
    expect(find("roles", id, data())).toBeUndefined();
  }
  expect(find("roles", "20", data({ resolved: undefined }))).toBeUndefined();
  expect(find("roles", "20", data({ resolved: { roles: { 20: "Mods" } } }))).toBeUndefined();
});

test("returns a user with the member, if there is one", () => {
  expect(resolveUser(ada.id, data())).toEqual({ id: ada.id, user: ada, member });
  expect(resolveUser(ada.id, data({ resolved: { users: { [ada.id]: ada } } }))).toEqual({
    id: ada.id,
    user: ada,
  });
  expect(resolveUser(ada.id, data({ resolved: { users: { [ada.id]: { id: ada.id } } } }))).toBeUndefined();
});

test("resolves a mentionable to a role or a user", () => {
  expect(resolveMentionable("20", data())).toEqual({ id: "20", role });
  expect(resolveMentionable(ada.id, data())).toMatchObject({ user: ada });
  expect(resolveMentionable("9", data())).toBeUndefined();
});

test("resolves the user or message of a context menu, and rejects an incomplete one", () => {
  expect(resolveUserTarget(data({ target_id: ada.id }))).toMatchObject({ user: ada });
  expect(() => resolveUserTarget(data({ target_id: "9" }))).toThrow(malformed);
  expect(resolveMessageTarget(data({ target_id: "7" }))).toBe(message);
  for (const messages of [{}, { 7: { ...message, author: {} } }, { 7: { ...message, content: 5 } }]) {
    expect(() => resolveMessageTarget(data({ target_id: "7", resolved: { messages } }))).toThrow(malformed);
  }
});
