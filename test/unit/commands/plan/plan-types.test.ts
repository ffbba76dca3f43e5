import { expect, test } from "vitest";
import { versionsOf, withoutOrigin } from "../../../../src/commands/plan/plan-types.ts";
import { proveCommand, warningsAbout } from "../../../../src/commands/rules/proven.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { storedCommand } from "../../../setup/commands/samples.ts";

test("removes renamedFrom and keeps the proof of the command", () => {
  const desired = { name: "pong", description: "d", renamedFrom: "ping" };
  expect(withoutOrigin(desired)).toEqual({ name: "pong", description: "d" });
  const { renamedFrom: _, ...sent } = desired;
  const { proven } = proveCommand(sent, { scope: "global" });
  expect(warningsAbout(withoutOrigin(proven ?? sent), { scope: "global" })).toEqual([]);
});

test("maps the ids of live commands to their versions", () => {
  const live = [storedCommand({ id: "1", version: "2" }), storedCommand({ id: "3", version: "4" })];
  expect(versionsOf(live as unknown as Command[])).toEqual({ 1: "2", 3: "4" });
});
