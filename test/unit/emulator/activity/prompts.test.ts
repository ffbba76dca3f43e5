import { expect, it } from "vitest";
import { OpenPrompts } from "../../../../src/emulator/activity/prompts.ts";

const question = { scopes: ["identify"] };

it("shows a prompt until it is answered", async () => {
  const prompts = new OpenPrompts<typeof question>();
  const { signal } = new AbortController();
  const [first, second] = [prompts.show(question, signal), prompts.show(question, signal)];
  expect(prompts.all).toHaveLength(2);
  prompts.all[0]?.accept("this one");
  prompts.all[0]?.deny();
  expect(await Promise.all([first, second])).toEqual([
    { accepted: true, choice: "this one" },
    { accepted: false },
  ]);
  expect(prompts.all).toEqual([]);
});

it("removes a prompt when its signal is aborted", () => {
  const prompts = new OpenPrompts<typeof question>();
  const controller = new AbortController();
  void prompts.show(question, controller.signal);
  const [[id] = [""]] = prompts.entries;
  expect(prompts.find(id)).toMatchObject({ scopes: ["identify"] });
  controller.abort();
  expect(prompts.find(id)).toBeUndefined();
  void prompts.show(question, controller.signal);
  expect(prompts.all).toEqual([]);
});
