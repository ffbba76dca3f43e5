import { describe, expect, it } from "vitest";
import { Contents, plainArguments } from "../../../../src/core/check/argument-object.ts";
import { textOf } from "../../../../src/core/check/readers.ts";

const refused = expect.objectContaining({ code: "invalid_argument" }) as Error;

describe("Contents", () => {
  const held = (contents: Contents<{ scopes: string }>) => (contents.areThere ? contents.fields : undefined);
  const filled = () => new Contents("Args", { scopes: "a" });
  const empty = () => {
    const contents = filled();
    filled().move(contents);
    return contents;
  };

  it("returns its fields until they are moved", () => {
    const source = filled();
    const target = new Contents("Args", { scopes: "b" });
    source.fields.scopes = "c";
    target.move(source);
    expect([held(source), held(target)]).toEqual([undefined, { scopes: "c" }]);
    expect(() => source.fields).toThrow("These Args are empty");
    expect(() => source.fields).toThrow(refused);
  });

  it("copies its fields independently", () => {
    const source = filled();
    const target = empty();
    target.copy(source);
    target.fields.scopes = "b";
    expect([held(source), held(target)]).toEqual([{ scopes: "a" }, { scopes: "b" }]);
  });

  it.each(["move", "copy"] as const)("is empty after a %s from empty contents", (way) => {
    const [source, target] = [empty(), filled()];
    target[way](source);
    expect([held(source), held(target)]).toEqual([undefined, undefined]);
  });
});

describe("plainArguments", () => {
  const read = plainArguments<{ scopes: string }>("Args", { scopes: textOf() });

  it("reads the fields of its table", () => {
    expect(read({ scopes: "a" }, "args")).toEqual({ scopes: "a" });
    expect(() => read({ scope: "a" }, "args")).toThrow(
      "args.scope does not exist. Did you mean args.scopes?",
    );
  });

  it.each([
    [{}, "an empty object"],
    [[], "a list"],
    [undefined, "missing"],
    ["openid", "a string"],
  ])("rejects %j, described as %s", (value, kind) => {
    expect(() => read(value, "args")).toThrow(`args is ${kind}, but must be Args or { scopes }.`);
    expect(() => read(value, "args")).toThrow(refused);
  });
});
