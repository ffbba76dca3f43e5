import { expect, it } from "vitest";
import { Prompts, type Question } from "../../../../src/emulator/desktop-client/prompts.ts";

const question = { scopes: ["identify"] } as unknown as Question;

it("A question is shown until it is answered", async () => {
  const prompts = new Prompts();
  const { signal } = new AbortController();
  const [first, second] = [prompts.show(question, signal), prompts.show(question, signal)];
  expect(prompts.all).toHaveLength(2);
  prompts.all[0]?.accept();
  prompts.all[0]?.deny();
  expect(await Promise.all([first, second])).toEqual([true, false]);
  expect(prompts.all).toEqual([]);
});

it("A question goes away with whoever asked", () => {
  const prompts = new Prompts();
  const controller = new AbortController();
  void prompts.show(question, controller.signal);
  const [[id] = [""]] = prompts.entries;
  expect(prompts.find(id)).toMatchObject({ scopes: ["identify"] });
  controller.abort();
  expect(prompts.find(id)).toBeUndefined();
});
