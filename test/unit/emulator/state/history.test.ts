import { expect, test } from "vitest";
import { History } from "../../../../src/emulator/state/audit-log.ts";
import { writeMessage } from "../../../../src/emulator/state/messages.ts";

const author = { id: "1", username: "ada" };
const write = (channel: string, content: string) => writeMessage(channel, author, content, Date.now());

test("keeps the messages of a channel in their newest state, oldest first", () => {
  const history = new History();
  const [first, second, elsewhere] = [write("8", "one"), write("8", "two"), write("9", "three")];
  for (const message of [first, second, elsewhere]) history.keep(message);
  history.keep({ ...first, content: "edited" });
  expect(history.in("8").map(({ content }) => content)).toEqual(["edited", "two"]);
  expect(history.byId(first.id)).toMatchObject({ content: "edited" });
  history.delete(first.id);
  expect(history.byId(first.id)).toBeUndefined();
  expect(history.in("8")).toEqual([second]);
});

test("shows an ephemeral message only to its player, even after an edit", () => {
  const history = new History();
  const message = write("8", "psst");
  history.keep(message, "1");
  history.keep({ ...message, content: "never mind" });
  expect(history.in("8", "1")).toMatchObject([{ content: "never mind" }]);
  expect(history.in("8", "2")).toEqual([]);
  expect(history.in("8")).toEqual([]);
});

test("drops the oldest of more than 2,000 messages", () => {
  const history = new History();
  for (let index = 0; index < 2_100; index++) history.keep(write("8", String(index)));
  const kept = history.in("8");
  expect(kept).toHaveLength(2_000);
  expect(kept[0]).toMatchObject({ content: "100" });
});
