import { beforeEach, describe, expect, it, vi } from "vitest";
import { model, notify, onChange, toggle, update } from "../../../../../src/emulator/page/model/model.ts";

const notice = (text: string) => ({ at: "2026-11-23T12:00:00.000Z", text, hint: undefined });

beforeEach(() => update({ notices: [], waiting: 0, sought: "" }));

it("notifies listeners after each change", () => {
  const listener = vi.fn<(sought: string) => void>();
  onChange(() => listener(model.sought));
  update({ sought: "voice" });
  update({ waiting: 1 });
  expect(listener.mock.calls).toEqual([["voice"], ["voice"]]);
  expect(model).toMatchObject({ sought: "voice", waiting: 1, isConnected: true });
});

describe("notify", () => {
  it("appends notices in order, each with its own number", () => {
    for (const text of ["one", "two"]) notify(notice(text));
    const [one, two] = model.notices;
    expect([one?.text, two?.text]).toEqual(["one", "two"]);
    expect(two?.number).toBe((one?.number ?? 0) + 1);
  });

  it("keeps the newest fifty notices", () => {
    for (let count = 0; count < 60; count++) notify(notice(String(count)));
    expect(model.notices).toHaveLength(50);
    expect(model.notices.at(-1)?.text).toBe("59");
  });
});

it("toggles a list item", () => {
  expect(toggle([1, 2], 3)).toEqual([1, 2, 3]);
  expect(toggle([1, 2, 3], 2)).toEqual([1, 3]);
});
