import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import {
  messageOf,
  serveHandler,
  type ThreadMessage,
  type ThreadRequest,
} from "../../../../src/cli/dev/serve-handler.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

/** Serves a handler through a port that the test controls. */
async function serve(text: string) {
  const messages: ThreadMessage[] = [];
  let ask: ((question: ThreadRequest) => void) | undefined;
  const port = {
    postMessage: (message: ThreadMessage) => void messages.push(message),
    on: (_event: "message", listener: (question: ThreadRequest) => void) => (ask = listener),
  };
  await serveHandler(pathToFileURL(join(folderWith({ "a.mjs": text }), "a.mjs")).href, port);
  return { messages, ask: (question: ThreadRequest) => ask?.(question) };
}

const question = { id: 7, url: "http://a.example/x?y=1", method: "POST", headers: [["a", "b"]] as const };
const body = Buffer.from("hello");

it("calls an object's `fetch` with variables and a context", async () => {
  const { messages, ask } = await serve(`
    export default {
      word: "said",
      async fetch(request, env, context) {
        context.waitUntil(Promise.resolve().then(() => context.waitUntil(Promise.reject(new Error("late")))));
        const { method, url, headers } = request;
        const text = [this.word, method, url, headers.get("a"), await request.text(), env === process.env].join();
        return new Response(text, { status: 201, headers: { c: "d" } });
      },
    };`);
  expect(messages).toEqual([{ kind: "ready" }]);
  ask({ ...question, body });
  await expect.poll(() => messages.at(-1)).toEqual({ kind: "done", id: 7 });
  expect(messages[1]).toMatchObject({ kind: "answered", id: 7, answer: { status: 201 } });
  const { answer } = messages[1] as ThreadMessage & { kind: "answered" };
  expect(Object.fromEntries(answer.headers)).toMatchObject({ c: "d" });
  expect(Buffer.from(answer.body).toString()).toBe("said,POST,http://a.example/x?y=1,b,hello,true");
});

it("calls a library handler directly", async () => {
  const { messages, ask } = await serve(`
    const handler = async (request) => new Response(request.method);
    export default Object.assign(handler, { receive() {} });`);
  ask({ ...question, method: "GET", body: undefined });
  await expect.poll(() => messages.at(-1)).toEqual({ kind: "done", id: 7 });
  expect(messages[1]).toMatchObject({ kind: "answered", answer: { status: 200 } });
});

it.each([
  ["throw new Error('Not today.')", "Not today."],
  ["return undefined", "The handler did not return a Response."],
  ["throw null", "null"],
])("keeps running and reports the failure of a handler that executes %j", async (text, problem) => {
  const { messages, ask } = await serve(`export default { fetch() { ${text}; } };`);
  ask({ ...question, body });
  await expect.poll(() => messages.at(-1)).toEqual({ kind: "done", id: 7 });
  expect(messages[1]).toEqual({ kind: "failed", id: 7, problem });
});

it.each([
  ["export const a = 1;", "it has no default export."],
  ["export default null;", "its default export must be"],
  ["export default () => undefined;", "its default export must be"],
  ["throw new Error('Not today.')", "Not today."],
  ["throw Object.assign(new Error('Gone.'), { code: 'ERR_GONE' })", "Gone.", "ERR_GONE"],
])("reports the module %j as unusable", async (text, words, code?: string) => {
  const { messages } = await serve(text);
  const problem = expect.stringContaining(words) as string;
  expect(messages).toEqual([{ kind: "unusable", problem, code }]);
});

it("adds the location in the user's file to the message", () => {
  const stack = `Error: No.
    at check (file:///game/node_modules/slashpass/dist/a.js:1:2)
    at Object.fetch (file:///game/my%20code/handler.mjs:12:5)
    at file:///game/other.mjs:1:1`;
  expect([{ message: "No.", stack }, { message: "No." }, "a word", undefined].map(messageOf)).toEqual([
    `No. (${fileURLToPath("file:///game/my%20code/handler.mjs")}:12:5)`,
    "No.",
    "a word",
    "undefined",
  ]);
});
