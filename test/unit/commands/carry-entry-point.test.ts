import { expect, it } from "vitest";
import { carryEntryPoint } from "../../../src/commands/scope-writes.ts";
import { entry, ping, storedCommand } from "../../setup/commands/samples.ts";

const live = storedCommand({ ...entry }) as never;
const { id } = storedCommand();
const command: { readonly name: string; readonly type?: undefined } = ping;

it("The entry point that lives is carried through as it lives, where the list has none", () => {
  expect(carryEntryPoint([command], live)).toEqual([ping, { ...entry, id }]);
});

it("One of the list gets its id, unless it says one", () => {
  expect(carryEntryPoint([command, entry], live)).toEqual([ping, { ...entry, id }]);
  expect(carryEntryPoint([{ ...entry, id: "7" }], live)).toEqual([{ ...entry, id: "7" }]);
});
