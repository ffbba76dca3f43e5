import { expect, it } from "vitest";
import { carryEntryPoint } from "../../../src/commands/scope-writes.ts";
import { entry, ping, storedCommand } from "../../setup/commands/samples.ts";

const live = storedCommand({ ...entry }) as never;
const { id } = storedCommand();
const command: { readonly name: string; readonly type?: undefined } = ping;

it("adds the existing entry point to a list without one", () => {
  expect(carryEntryPoint([command], live)).toEqual([ping, { ...entry, id }]);
});

it("adds the id to a listed entry point, unless it has one", () => {
  expect(carryEntryPoint([command, entry], live)).toEqual([ping, { ...entry, id }]);
  expect(carryEntryPoint([{ ...entry, id: "7" }], live)).toEqual([{ ...entry, id: "7" }]);
});
