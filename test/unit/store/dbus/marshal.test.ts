import { expect, it } from "vitest";
import {
  completeTypes,
  MarshalReader,
  MarshalWriter,
  Variant,
  type BusValue,
} from "../../../../src/store/dbus/marshal.ts";

/** Taken from the D-Bus specification ("Marshaling"), little-endian. */
const golden: [signature: string, value: BusValue, bytes: number[]][] = [
  ["y", 7, [7]],
  ["b", true, [1, 0, 0, 0]],
  ["u", 258, [2, 1, 0, 0]],
  ["s", "ab", [2, 0, 0, 0, 0x61, 0x62, 0]],
  ["o", "/", [1, 0, 0, 0, 0x2f, 0]],
  ["g", "ay", [2, 0x61, 0x79, 0]],
  ["ay", Uint8Array.of(8, 9), [2, 0, 0, 0, 8, 9]],
  ["v", new Variant("u", 3), [1, 0x75, 0, 0, 3, 0, 0, 0]],
  ["as", ["a"], [6, 0, 0, 0, 1, 0, 0, 0, 0x61, 0]],
  ["a(y)", [[5]], [1, 0, 0, 0, 0, 0, 0, 0, 5]],
  ["(yu)", [1, 2], [1, 0, 0, 0, 2, 0, 0, 0]],
];

it.each(golden)(
  "for the signature %s, marshals and unmarshals %o as specified",
  (signature, value, bytes) => {
    expect([...new MarshalWriter().write(signature, [value]).bytes]).toEqual(bytes);
    expect(new MarshalReader(Buffer.from(bytes), true).read(signature)).toEqual([value]);
  },
);

it.each<[string, BusValue, number[]]>([
  ["n", -2, [0xff, 0xfe]],
  ["q", 65_534, [0xff, 0xfe]],
  ["i", -2, [0xff, 0xff, 0xff, 0xfe]],
  ["h", 3, [0, 0, 0, 3]],
  ["x", -2n, [255, 255, 255, 255, 255, 255, 255, 254]],
  ["t", 258n, [0, 0, 0, 0, 0, 0, 1, 2]],
  ["d", 1, [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]],
])("reads a value of the type %s in big-endian order: %s", (signature, value, bytes) => {
  expect(new MarshalReader(Buffer.from(bytes), false).read(signature)).toEqual([value]);
});

it("splits a signature into its complete types", () => {
  expect(completeTypes("a{sv}(oayays)bu")).toEqual(["a{sv}", "(oayays)", "b", "u"]);
});

it.each(["!", "a", "(", "(s", "()", "a{}"])("rejects the signature %s", (signature) => {
  expect(() => completeTypes(signature)).toThrow("malformed");
});

it.each<[string, string, number[]]>([
  ["a string that ends too early", "s", [9, 0, 0, 0, 0x61, 0]],
  ["an array longer than the message", "as", [9, 0, 0, 0]],
  ["an array that ends within an item", "au", [2, 0, 0, 0, 1, 0, 0, 0]],
  ["a variant with two types", "v", [2, 0x79, 0x79, 0, 1, 1]],
  ["a variant with no type", "v", [0, 0]],
  ["variants deeper than any message", "v", Array.from({ length: 40 }, () => [1, 0x76, 0]).flat()],
])("rejects %s as malformed", (_, signature, bytes) => {
  expect(() => new MarshalReader(Buffer.from(bytes), true).read(signature)).toThrow("malformed");
});
