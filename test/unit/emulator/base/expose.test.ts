import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { expose } from "../../../../src/emulator/base/expose.ts";
import { inspectAs } from "../../../../src/core/printing.ts";

class Lamp {
  static {
    inspectAs(this.prototype, ({ isOn }) => ({ isOn }));
  }
  #isOn = false;
  get isOn(): boolean {
    return this.#isOn;
  }
  get color(): string {
    return "red";
  }
  set color(color: string) {
    if (color !== "red") throw new Error(`no ${color}`);
  }
  press(): void {
    this.#isOn = !this.#isOn;
  }
  explode(): void {}
}

describe("expose", () => {
  it("exposes only the named members and calls them on the object", () => {
    const view = expose(new Lamp(), ["press", "isOn", "color"]);
    view.press();
    expect(view.isOn).toBe(true);
    expect(() => (view.color = "blue")).toThrow("no blue");
    expect(Reflect.set(view, "isOn", false)).toBe(false);
    expect("explode" in view).toBe(false);
  });

  it("exposes an object that prints like the original", () => {
    expect(inspect(expose(new Lamp(), ["press"]))).toBe("Lamp { isOn: false }");
  });
});
