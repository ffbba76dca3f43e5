import { describe, expect, it } from "vitest";
import { Contents, plainArguments } from "../../../src/input/arguments.ts";
import { textOf } from "../../../src/input/readers.ts";

const refused = expect.objectContaining({ code: "invalid_arguments" }) as Error;

describe("The contents of arguments", () => {
  it("are given out until they are taken", () => {
    const contents = new Contents("Args", { scopes: "a" });
    contents.fields.scopes = "b";
    expect([contents.areThere, contents.take(), contents.areThere]).toEqual([true, { scopes: "b" }, false]);
    expect(() => contents.fields).toThrow("These Args are empty");
    expect(() => contents.take()).toThrow(refused);
  });

  it("can be put in again", () => {
    const contents = new Contents("Args", { scopes: "a" });
    contents.take();
    contents.fields = { scopes: "c" };
    expect(contents.fields).toEqual({ scopes: "c" });
  });
});

describe("Arguments as a plain object", () => {
  const read = plainArguments<{ scopes: string }>("Args", { scopes: textOf() });

  it("are read by their table", () => {
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
  ])("are refused when they are %j, which is called %s", (value, kind) => {
    expect(() => read(value, "args")).toThrow(`args is ${kind}, but must be Args or { scopes }.`);
    expect(() => read(value, "args")).toThrow(refused);
  });
});
