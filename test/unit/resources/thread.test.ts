import { expect, test } from "vitest";
import { connectApi } from "../../setup/api-client.ts";

test("identifies a thread by a string or a bigint", async () => {
  const { api, requests } = connectApi(() => []);
  await api.thread(7n).members.list();
  await api.thread("7").members.list();
  expect(requests.map(({ path }) => path)).toEqual([
    "/channels/7/thread-members",
    "/channels/7/thread-members",
  ]);
  expect(() => api.thread(7 as never)).toThrow("threadId is a JavaScript number");
});
