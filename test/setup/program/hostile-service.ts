import { text } from "node:stream/consumers";
import { startServer } from "../emulator/game.ts";

/**
 * Clears the screen, sets the color to red, rewrites the line, breaks it, and reverses the text; also uses a single-character
 * control sequence.
 */
const hostile = "\u001B[2J\u001B[31m\r\n\u0007\u009B31m\u202E\u2028";

/** Fields filled in by users. Command names are left unchanged, because the program looks commands up by name. */
const named = new Set(["username", "global_name", "nick", "description", "message", "topic", "title"]);

/** Starts a proxy that appends terminal control sequences to fields filled in by users. */
export async function startHostileService(apiBase: string) {
  const { origin, pathname } = new URL(apiBase);
  const server = await startServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const body = method === "GET" || method === "HEAD" ? undefined : await text(request);
    const { authorization, "content-type": type } = headers;
    const answer = await fetch(new URL(url, origin), {
      method,
      ...(body !== undefined && { body }),
      headers: { ...(authorization && { authorization }), ...(type && { "content-type": type }) },
      redirect: "manual",
    });
    const names = new Set([...named, ...(/\/commands\b/.test(url) ? [] : ["name"])]);
    const given = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true && given !== "";
    response.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "text/plain",
    });
    response.end(isJson ? JSON.stringify(JSON.parse(given, (key, value) => fill(names, key, value))) : given);
  });
  return { apiBase: new URL(pathname, server.url).href, [Symbol.asyncDispose]: () => server.close() };
}

function fill(names: ReadonlySet<string>, key: string, value: unknown): unknown {
  return typeof value === "string" && names.has(key) ? value + hostile : value;
}
