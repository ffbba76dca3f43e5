import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Handler, HandlerVersion } from "../../../../src/cli/dev/handler.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

const never = new AbortController().signal;
const request = { url: "http://a.example/", method: "POST", headers: [], body: Buffer.from("1") };
const answering = (word: string) => `export default { fetch: () => new Response("${word}") };`;

/** Creates a handler from this module and records its output. */
function handlerOf(text: string, env: Record<string, string> = {}) {
  const file = join(folderWith({ "h.mjs": text }), "h.mjs");
  const lines: string[] = [];
  const ends: string[] = [];
  const init = {
    file,
    env,
    onLine: (line: string) => void lines.push(line),
    onEnd: (reason: string) => void ends.push(reason),
  };
  return { init, lines, ends, write: (changed: string) => writeFileSync(file, changed) };
}

const textOf = (answer: Promise<{ readonly body: Uint8Array }>) =>
  answer.then(({ body }) => Buffer.from(body).toString());

describe("Handler", () => {
  it("runs the current code in the current environment and reports printed lines", async () => {
    const { init, lines, write } = handlerOf(
      "console.log(process.env.WORD); console.error('oh'); export default { fetch: () => new Response(process.env.WORD) };",
      { WORD: "one" },
    );
    const handler = new Handler(init, never);
    await handler.reload();
    expect(await textOf(handler.ask(request))).toBe("one");
    await expect.poll(() => lines.toSorted()).toEqual(["oh", "one"]);
    write(answering("two"));
    await handler.reload();
    expect(await textOf(handler.ask(request))).toBe("two");
    await handler.close(0);
    await expect(handler.ask(request)).rejects.toThrow("It has exited.");
  });

  it("keeps the old version if the new files cannot be loaded", async () => {
    const { init, write } = handlerOf(answering("one"));
    const handler = new Handler(init, never);
    await handler.reload();
    write("export default [");
    await expect(handler.reload()).rejects.toMatchObject({
      code: "file_unreadable",
      message: expect.stringContaining("h.mjs:1:17"),
    });
    expect(await textOf(handler.ask(request))).toBe("one");
    await handler.close(0);
  });

  it("finishes pending requests while the new version handles others", async () => {
    const waiting = `
      import { createServer, get } from "node:http";
      const gate = createServer((_, response) => { response.end(); release(); }).listen(0, "127.0.0.1");
      let release;
      const opened = new Promise((resolve) => (release = resolve));
      gate.on("listening", () => console.log(gate.address().port));
      export default { fetch: async () => { console.log("asked"); await opened; return new Response("old"); } };`;
    const { init, lines, write } = handlerOf(waiting);
    const handler = new Handler(init, never);
    await handler.reload();
    const old = textOf(handler.ask(request));
    await expect.poll(() => lines).toHaveLength(2);
    write(answering("new"));
    await handler.reload();
    expect(await textOf(handler.ask(request))).toBe("new");
    await fetch(`http://127.0.0.1:${lines.find((line) => /^\d+$/.test(line))}`);
    expect(await old).toBe("old");
    await handler.close(10_000);
  });

  it("reports a crash and reloads on the next request", async () => {
    const { init, ends } = handlerOf(
      "export default { fetch: async (request) => { if (request.url.endsWith('end')) setTimeout(() => { throw new Error('Oh no.'); }); else return new Response('there'); return new Promise(() => {}); } };",
    );
    const handler = new Handler(init, never);
    await handler.reload();
    await expect(handler.ask({ ...request, url: "http://a.example/end" })).rejects.toThrow(
      "The handler exited before it responded.",
    );
    expect(ends).toEqual([`Oh no. (${init.file}:1:104)`]);
    const both = [handler.ask(request), handler.ask(request)];
    expect(await Promise.all(both.map(textOf))).toEqual(["there", "there"]);
    await handler.close(0);
    expect(ends).toHaveLength(1);
  });
});

describe("HandlerVersion", () => {
  it("terminates a hanging handler and rejects its pending requests", async () => {
    const { init, ends } = handlerOf("export default { fetch: () => new Promise(() => {}) };");
    const version = await HandlerVersion.load(init, never);
    const waiting = expect(version.ask(request)).rejects.toThrow("The handler exited before it responded.");
    await version.retire(1);
    await waiting;
    expect([version.isReady, ends]).toEqual([false, []]);
    await expect(version.ask(request)).rejects.toThrow("The handler exited before it responded.");
  });

  it.each([
    ["process.exit(0);", "loading it exits the program."],
    ["setTimeout(() => { throw new Error('Early.'); }); await new Promise(() => {});", "Early."],
  ])("does not load %j", async (text, reason) => {
    const { init } = handlerOf(text);
    await expect(HandlerVersion.load(init, never)).rejects.toMatchObject({
      code: "file_unreadable",
      message: expect.stringContaining(reason),
    });
  });
});
