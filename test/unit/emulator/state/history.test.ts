import { expect, test } from "vitest";
import { History } from "../../../../src/emulator/state/history.ts";
import { writeMessage } from "../../../../src/emulator/state/messages.ts";

const author = { id: "1", username: "ada" };
const write = (channel: string, content: string) => writeMessage(channel, author, content, Date.now());

test("keeps a channel's messages in their newest state, oldest first", () => {
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
  const stored = history.in("8");
  expect(stored).toHaveLength(2_000);
  expect(stored[0]).toMatchObject({ content: "100" });
});

test("finds a recent message by its channel, sender and nonce", () => {
  const history = new History();
  const message = { ...write("8", "one"), nonce: 5 };
  history.keep(message);
  const at = (minutes: number) => Date.parse(message.timestamp) + minutes * 60_000;
  expect(history.withNonce("8", "1", "5", at(4))).toBe(message);
  expect(history.withNonce("9", "1", "5", at(4))).toBeUndefined();
  expect(history.withNonce("8", "2", "5", at(4))).toBeUndefined();
  expect(history.withNonce("8", "1", "6", at(4))).toBeUndefined();
  expect(history.withNonce("8", "1", "5", at(5))).toBeUndefined();
});
