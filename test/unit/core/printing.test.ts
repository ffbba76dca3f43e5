import { inspect } from "node:util";
import { expect, it } from "vitest";
import { hidden, hiddenIf, inspectAs } from "../../../src/core/printing.ts";

class Holder {
  static {
    inspectAs(this.prototype, ({ shown }) => ({ shown }));
  }
  readonly shown = "seen";
  readonly hidden = "s3cret";
}

it("prints an object with its class name, if any", () => {
  expect(inspect(new Holder(), { showHidden: true, getters: true })).toBe("Holder { shown: 'seen' }");
  const plain = { hidden: "s3cret" };
  inspectAs(plain, () => ({ shown: "seen" }));
  expect(inspect([plain], { showHidden: true })).not.toContain("s3cret");
  expect(inspect(plain)).toBe("{ shown: 'seen' }");
});

it("prints secrets as [hidden] and omits undefined fields", () => {
  const shown = { token: hidden, other: hiddenIf("s3cret"), none: hiddenIf(undefined), scopes: undefined };
  inspectAs(shown, (fields) => ({ ...fields }));
  expect(inspect(shown)).toBe("{ token: [hidden], other: [hidden] }");
});

it("prints no content for prototypes and for objects made without the constructor", () => {
  class Private {
    static {
      inspectAs(this.prototype, (shown) => ({ content: shown.#content }));
    }
    readonly #content = "seen";
  }
  const made = Object.create(Private.prototype) as object;
  expect(inspect(new Private())).toBe("Private { content: 'seen' }");
  expect(inspect(made)).toBe("[Private without content]");
  // Node ignores the prototype's own inspect method.
  expect(inspect(Private.prototype)).toBe("{}");
  expect(inspect(Object.create(made) as object)).toBe("[Private without content]");
  const nameless = Object.assign(Object.create(null) as object, { shown: "seen" });
  inspectAs(nameless, () => ({ shown: "seen" }));
  expect(inspect(nameless)).toBe("{ shown: 'seen' }");
});
