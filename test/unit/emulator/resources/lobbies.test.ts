import { beforeEach, describe, expect, it, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";

let world: World;
beforeEach(() => {
  world = new World({
    world: {
      players: [
        { name: "Ada", id: "101" },
        { name: "Grace", id: "102" },
      ],
      applications: [{ lobbies: [{ id: "7", members: ["Ada"] }] }, { lobbies: [{ id: "8" }] }],
    },
  });
});
const update = (body: unknown, id = "7", caller = {}) =>
  askApi(world, "POST", `/lobbies/${id}/members/bulk`, body, caller);
const members = () => world.lobby("7")?.lobby.members;

test("adds, changes and removes members, and returns the added or changed members", async () => {
  expect(members()).toEqual([{ id: "101", metadata: null, flags: 0 }]);
  const grace = { id: "102", metadata: { team: "red" }, flags: 1, additional_name: "Sir Grace" };
  expect(await update([grace, { id: "101", remove_member: true }])).toEqual({ status: 200, body: [grace] });
  expect(members()).toEqual([grace]);
  await update([{ id: "102" }]);
  expect(members()).toEqual([grace]);
  await update([{ id: "102", metadata: null, flags: null, additional_name: null, remove_member: null }]);
  expect(members()).toEqual([{ id: "102", metadata: null, flags: 0 }]);
});

test("ignores a user who does not exist", async () => {
  expect(await update([{ id: "999" }, { id: "102" }])).toMatchObject({ body: [{ id: "102" }] });
  expect(members()).toHaveLength(2);
});

test("accepts an empty update", async () => {
  expect(await update(null)).toEqual({ status: 200, body: [] });
  expect(await update([])).toEqual({ status: 200, body: [] });
});

describe("an invalid update", () => {
  it.each<[string, unknown, object]>([
    ["no list", {}, { _errors: [{ code: "LIST_TYPE_CONVERT" }] }],
    [
      "26 members",
      Array.from({ length: 26 }, (_, index) => ({ id: `${index + 1}` })),
      { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] },
    ],
    [
      "a member without an id",
      [{ id: "102" }, {}],
      { 1: { id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } } },
    ],
    [
      "a wrong flag",
      [{ id: "102", flags: 2 }],
      { 0: { flags: { _errors: [{ code: "BASE_TYPE_CHOICES" }] } } },
    ],
    [
      "a value that is no text",
      [{ id: "102", metadata: { a: 5 } }],
      { 0: { metadata: { a: { _errors: [{ code: "STRING_TYPE_CONVERT" }] } } } },
    ],
    [
      "too much metadata",
      [{ id: "102", metadata: { a: "x".repeat(500), b: "x".repeat(499) } }],
      { 0: { metadata: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } } },
    ],
  ])("is rejected without changes: %s", async (_, body, errors) => {
    await expect(update(body)).rejects.toMatchObject({ status: 400, body: { code: 50_035, errors } });
    expect(members()).toHaveLength(1);
  });
});

test.each([
  ["a lobby that does not exist", "9", {}, 404, 10_031],
  ["a lobby of another application", "8", {}, 403, 50_001],
  ["anything but a bot's token", "7", { bot: false }, 401, 0],
])("rejects %s", async (_, id, caller, status, code) => {
  await expect(update([], id, caller)).rejects.toMatchObject({ status, body: { code } });
});
