import { expect, it } from "vitest";
import { toPlain } from "../../../../src/interactions/messages/outgoing.ts";

it("returns a copy as plain data", () => {
  const own = { embeds: [{ title: "Early" }] };
  const plain = toPlain(own, "Sending");
  own.embeds[0]!.title = "Late";
  expect(plain).toEqual({ embeds: [{ title: "Early" }] });
  expect(() => toPlain({ count: 1n }, "Sending")).toThrow(expect.objectContaining({ code: "invalid_body" }));
  expect(toPlain({ toJSON: () => undefined }, "Sending")).toEqual({});
});
