import { expect, test } from "vitest";
import { Lobby } from "../../../../src/emulator/state/lobbies.ts";

test("keeps omitted fields, and clears fields that are null", () => {
  const lobby = new Lobby("7");
  expect(lobby.update({ id: "1", additional_name: "Sir Ada" })).toEqual({
    id: "1",
    metadata: null,
    flags: 0,
    additional_name: "Sir Ada",
  });
  expect(lobby.update({ id: "1", flags: 1 })).toMatchObject({ flags: 1, additional_name: "Sir Ada" });
  expect(lobby.update({ id: "1", additional_name: null })).toEqual({ id: "1", metadata: null, flags: 1 });
  expect(lobby.update({ id: "1", remove_member: true })).toBeUndefined();
  expect(lobby.members).toEqual([]);
  expect(lobby.update({ id: "1" })).toEqual({ id: "1", metadata: null, flags: 0 });
});
