import { expect, test } from "vitest";
import { defineCommand, defineComponent, defineModal, entryPoint } from "../../../src/interactions/index.ts";
import { createRoutes } from "../../../src/interactions/handler.ts";
import {
  autocompletePayload,
  commandPayload,
  componentPayload,
  modalPayload,
} from "../../setup/interactions/service.ts";

const handle = () => undefined;
const play = defineCommand({ name: "play", description: "Plays", handle });
const menu = defineCommand({ type: 3, name: "play", handle });
const vote = defineComponent({ customId: "vote", handle });
const form = defineModal({ customId: "form", handle });
const routes = createRoutes({ commands: [play, menu], components: [vote], modals: [form] });

test("finds a command by its name and type", () => {
  expect(routes.command(commandPayload({ name: "play" }) as never)).toBe(play);
  expect(routes.command(commandPayload({ name: "play", type: 3 }) as never)).toBe(menu);
  expect(routes.command(autocompletePayload("play", []) as never)).toBe(play);
  expect(routes.command(commandPayload({ name: "toString" }) as never)).toBeUndefined();
});

test("finds the only entry point by any name", () => {
  const launch = entryPoint({ name: "launch", description: "Plays", handler: 1 });
  const own = createRoutes({ commands: [play, launch] });
  expect(own.command(commandPayload({ name: "renamed", type: 4 }) as never)).toBe(launch);
  expect(routes.command(commandPayload({ name: "play", type: 4 }) as never)).toBeUndefined();
  const other = entryPoint({ name: "start", description: "Plays", handler: 1 });
  expect(() => createRoutes({ commands: [launch, other] })).toThrow(
    'Two handlers are defined for "entry point".',
  );
});

test.each([
  [commandPayload({ name: "play" }), true],
  [commandPayload({ name: "stop" }), false],
  [componentPayload("vote:blue"), true],
  [componentPayload("form"), false],
  [modalPayload("form", []), true],
  [modalPayload("vote", []), false],
])("detects whether %j has a handler: %j", (payload, has) => {
  expect(routes.work(payload as never) !== undefined).toBe(has);
});

test("rejects duplicate definitions", () => {
  const twice = [
    { commands: [play, play] },
    { commands: [], components: [vote, vote] },
    { commands: [], modals: [form, form] },
  ];
  for (const definitions of twice) {
    expect(() => createRoutes(definitions)).toThrow(
      expect.objectContaining({ code: "duplicate_definition" }),
    );
  }
});
