import { inspect } from "node:util";
import { expect, it } from "vitest";
import { hidden, hiddenIf, inspectAs } from "../../src/inspect-as.ts";

class Holder {
  static {
    inspectAs(this.prototype, ({ shown }) => ({ shown }));
  }
  readonly shown = "seen";
  readonly hidden = "s3cret";
}

it("An object of a class is shown with its name, and an object without one is shown without", () => {
  expect(inspect(new Holder(), { showHidden: true, getters: true })).toBe("Holder { shown: 'seen' }");
  const plain = { hidden: "s3cret" };
  inspectAs(plain, () => ({ shown: "seen" }));
  expect(inspect([plain], { showHidden: true })).not.toContain("s3cret");
  expect(inspect(plain)).toBe("{ shown: 'seen' }");
});

it("Where a secret is, it is said that it is hidden; what is not there is not shown", () => {
  const shown = { token: hidden, other: hiddenIf("s3cret"), none: hiddenIf(undefined), scopes: undefined };
  inspectAs(shown, (fields) => ({ ...fields }));
  expect(inspect(shown)).toBe("{ token: [hidden], other: [hidden] }");
});
