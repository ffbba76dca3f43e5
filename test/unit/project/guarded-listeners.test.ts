import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isNode, type Node, parsed, visitNodes } from "../../setup/parsed.ts";

/** Where an error in a listener ends no process of a game or an emulator. */
const apart: readonly RegExp[] = [
  // Pages: a browser reports it.
  /^src\/emulator\/[\w-]+\/browser\//,
  // A program of its own, which imports only what the package exports.
  /^src\/cli\//,
  // The thread ends, and its worker is told.
  /^src\/store\/keyring-thread\.ts$/,
];

const listening = new Set(["on", "once", "addListener", "prependListener", "prependOnceListener"]);
/** Functions of Node that call the one they are given when somebody connects or answers. */
const calling = new Set(["createServer", "connect", "createConnection", "request"]);
/** Methods that do. */
const handing = new Set(["handleUpgrade", "openHandOver"]);

/** The listeners in a source that are neither `guarded(…)` nor unable to fail, as they are written. */
function bareListeners(source: string): string[] {
  const bare: string[] = [];
  visitNodes(parsed(source, "ts"), (node) => {
    const listener = node.type === "CallExpression" ? listenerOf(node) : undefined;
    if (listener && !isGuarded(listener, source))
      bare.push(source.slice(node.start, node.end).split("\n")[0] ?? "");
    return true;
  });
  return bare;
}

/** The function that a call hands over to be called later. The process tells of its own end: it is no peer. */
function listenerOf({ callee, arguments: given }: Node): Node | undefined {
  if (!isNode(callee) || !Array.isArray(given)) return undefined;
  const values = given as readonly Node[];
  const { property, name } = callee as { readonly property?: Node; readonly name?: unknown };
  const method = property?.type === "Identifier" ? String(property["name"]) : "";
  if (listening.has(method) && values[0]?.type === "Literal")
    return isOfProcess(callee) ? undefined : values[1];
  if (calling.has(String(name)) || handing.has(method)) return values.find(isFunction);
  return undefined;
}

/** Also at the end of a chain: `process.off(…).on(…)`. */
function isOfProcess(part: unknown): boolean {
  if (!isNode(part)) return false;
  return part["name"] === "process" || isOfProcess(part["object"] ?? part["callee"]);
}

function isFunction({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

/** `guarded(…)` or a name for it, the ends of a promise, and `() => undefined`. */
function isGuarded(listener: Node, source: string): boolean {
  const { type, callee, body, name } = listener as Node & { readonly callee?: Node; readonly body?: Node };
  if (type === "CallExpression") return callee?.["name"] === "guarded";
  if (type === "Identifier")
    return name === "resolve" || name === "reject" || source.includes(`const ${String(name)} = guarded(`);
  return isFunction(listener) && body?.type === "Identifier" && body["name"] === "undefined";
}

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => `src/${file}`)
  .filter((file) => file.endsWith(".ts") && !apart.some((pattern) => pattern.test(file)));

test.each(sources)(
  "every listener in %s is guarded: an error in it ends its connection, not the process",
  (file) => {
    expect(bareListeners(readFileSync(file, "utf8"))).toEqual([]);
  },
);

test.each([
  'socket.on("data", (bytes) => take(bytes));',
  'socket.once("close", take);',
  'socket.on("a", guarded(take, end)).on("b", take);',
  'worker.on("message", this.take);',
  "createServer((socket) => take(socket));",
  "connect(path, () => take());",
  "this.#sockets.handleUpgrade(request, socket, head, (opened) => take(opened));",
])("%s is found", (source) => {
  expect(bareListeners(source)).toHaveLength(1);
});

test.each([
  'socket.on("data", guarded(take, end));',
  'socket.on("error", () => undefined);',
  'socket.on("error", reject).once("end", resolve);',
  'process.on("exit", flush);',
  'const hear = guarded(take, end); request.on("data", hear);',
  'process.off("exit", flush).on("exit", flush);',
  "connect({ path });",
  "frame.connect((message) => take(message));",
  "frame.on(news);",
])("%s is not", (source) => {
  expect(bareListeners(source)).toEqual([]);
});
