import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { importReply } from "../../../../src/cli/settings/import-reply.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

it.each([
  ["export default [{ name: 'one', run() {} }];", { text: '[{"name":"one"}]' }],
  ["export const name = 'one';", { text: undefined }],
  [
    "throw Object.assign(new Error('Not today.'), { code: 'ERR_LATE' })",
    { problem: "Not today.", code: "ERR_LATE" },
  ],
  ["throw 'no'", { problem: "no", code: undefined }],
  ["throw null", { problem: "null", code: undefined }],
  ["export default 1n;", { problem: expect.stringContaining("BigInt") as string, code: undefined }],
])("for the module %j, replies with %j", async (text, reply) => {
  const url = pathToFileURL(join(folderWith({ "a.mjs": text }), "a.mjs")).href;
  expect(await importReply(url)).toEqual(reply);
});
