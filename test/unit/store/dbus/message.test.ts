import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Variant, type BusValue } from "../../../../src/store/dbus/marshal.ts";
import { decodeMessage, encodeMessage, type Message } from "../../../../src/store/dbus/message.ts";
import { anyText } from "../../../setup/any-text.ts";
import { cases } from "../../../setup/cases.ts";

const text = anyText().filter((value) => !value.includes("\0"));

/** A supported type with a matching value. */
const { typed } = fc.letrec<{ typed: readonly [string, BusValue]; basic: readonly [string, BusValue] }>(
  (tie) => ({
    basic: fc.oneof(
      fc.nat(255).map((value) => ["y", value] as const),
      fc.boolean().map((value) => ["b", value] as const),
      fc.nat(2 ** 32 - 1).map((value) => ["u", value] as const),
      text.map((value) => ["s", value] as const),
      fc.uint8Array({ maxLength: 40 }).map((value) => ["ay", value] as const),
    ),
    typed: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("basic"),
      tie("typed").map(([type, value]) => ["v", new Variant(type, value)] as const),
      fc
        .array(tie("typed"), { minLength: 1, maxLength: 3 })
        .map((all) => [`(${all.map(([type]) => type).join("")})`, all.map(([, value]) => value)] as const),
      fc
        .tuple(tie("typed"), fc.nat(3))
        .filter(([[type], count]) => type !== "y" || count === 0)
        .filter(([[type]]) => type !== "y")
        .map(([[type, value], count]) => [`a${type}`, Array.from({ length: count }, () => value)] as const),
    ),
  }),
);

const call: Omit<Message, "signature" | "body"> = {
  type: 1,
  serial: 7,
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
  member: "Hello",
  destination: "org.freedesktop.DBus",
};

it("decodes every encoded message and returns undefined for an incomplete one", () => {
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 4 }), fc.nat(), (all, cut) => {
      const signature = all.map(([type]) => type).join("");
      const bytes = encodeMessage({ ...call, signature, body: all.map(([, value]) => value) });
      expect(decodeMessage(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
      const read = decodeMessage(Buffer.concat([bytes, Buffer.from("the next")]));
      expect(read?.size).toBe(bytes.length);
      expect(read?.message).toEqual({ ...call, signature, body: all.map(([, value]) => value) });
    }),
    { numRuns: cases(300) },
  );
});

it("decodes a big-endian message", () => {
  // A big-endian reply to message 5 with the number 258.
  const bytes = Buffer.concat([
    Buffer.from([0x42, 2, 0, 1, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0, 15]),
    Buffer.from([5, 1, 0x75, 0, 0, 0, 0, 5, 8, 1, 0x67, 0, 1, 0x75, 0, 0]),
    Buffer.from([0, 0, 1, 2]),
  ]);
  expect(decodeMessage(bytes)?.message).toEqual({
    type: 2,
    serial: 9,
    replySerial: 5,
    signature: "u",
    body: [258],
  });
});

it("returns a result or throws an error for a damaged message", () => {
  const signature = "a{sv}(oayays)b";
  const properties = [
    ["Label", new Variant("s", "x")],
    ["Attributes", new Variant("a{ss}", [["a", "b"]])],
  ];
  const secret = ["/session", Uint8Array.of(1, 2), Uint8Array.of(3), "text/plain"];
  const bytes = encodeMessage({ ...call, signature, body: [properties, secret, true] });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      (damages) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of damages) damaged[at] = value;
        try {
          expect(decodeMessage(damaged)?.size ?? 0).toBeLessThanOrEqual(damaged.length);
        } catch (error) {
          expect((error as Error).message).toBe("A D-Bus message is malformed.");
        }
      },
    ),
    { numRuns: cases(5_000, 100) },
  );
});

it("rejects an array of empty structs because it would never end", () => {
  const bytes = encodeMessage({ ...call, signature: "ay", body: [Uint8Array.of(1, 2, 3, 4)] });
  const damaged = Buffer.from(bytes.toString("latin1").replace("\u0002ay\0", "\u0003a()\0"), "latin1");
  expect(() => decodeMessage(Buffer.concat([damaged, Buffer.alloc(16)]))).toThrow("malformed");
  expect(() => encodeMessage({ ...call, signature: "a()", body: [[]] })).toThrow("malformed");
});

it.each(["a\0b", "\ud800"])("rejects a string that cannot be sent unchanged: %j", (value) => {
  expect(() => encodeMessage({ ...call, signature: "s", body: [value] })).toThrow("cannot be sent");
});
