import { expect, test } from "vitest";
import { entryPoint } from "../../../../src/interactions/index.ts";
import { ask } from "../../../setup/interactions/ask.ts";
import { commandPayload } from "../../../setup/interactions/service.ts";

const launch = { name: "launch", description: "Opens the game" };
const payload = commandPayload({ name: "launch", type: 4 });

test("launches the Activity, or runs the application's handler", async () => {
  const plain = entryPoint({ ...launch, handler: 1 });
  expect(plain.body).toEqual({ ...launch, type: 4, handler: 1 });
  expect(await ask(payload, { commands: [plain] })).toMatchObject({ status: 200, answer: { type: 12 } });
  const telling = entryPoint({ ...launch, handler: 1, handle: (one) => one.reply({ content: "Soon" }) });
  expect(await ask(payload, { commands: [telling] })).toMatchObject({
    answer: { data: { content: "Soon" } },
  });
});

test("registers an entry point that the service handles", () => {
  expect(entryPoint({ ...launch, handler: 2 }).body).toEqual({ ...launch, type: 4, handler: 2 });
});

test("rejects an invalid entry point", () => {
  expect(() => entryPoint({ name: "", handler: 2 })).toThrow(
    expect.objectContaining({ code: "invalid_command" }),
  );
});
