import { expect, test } from "vitest";
import { describeResult } from "../../../../src/emulator/play/view.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const records = openScene().recordsAt();
const message = {
  id: "5",
  channel_id: "6",
  author: { id: "7", username: "game" },
  content: "pong",
  timestamp: "2026-01-01T00:00:00Z",
};

test("a waiting player is told so until the first message", () => {
  const response = { type: 5 } as const;
  expect(describeResult({ response, messages: [] }, records).notes).toHaveLength(1);
  const answered = describeResult({ response, messages: [message] }, records);
  expect(answered).toMatchObject({ notes: [], messages: [{ content: "pong" }] });
  expect(answered).not.toHaveProperty("form");
});

test("a form is shown with what is to be filled in", () => {
  const components = [{ type: 4, custom_id: "name", label: "Name" }];
  const data = { custom_id: "f", title: "Title", components };
  expect(describeResult({ response: { type: 9, data }, messages: [] }, records)).toMatchObject({
    messages: [],
    form: { title: "Title", controls: [{ label: "Name" }] },
  });
});
