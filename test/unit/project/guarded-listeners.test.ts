import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isNode, type Node, parsed, visitNodes } from "../../setup/parsed.ts";

/** Files in which a listener's error does not terminate a game's or an emulator's process. */
const apart: readonly RegExp[] = [
  // Browser pages: the browser reports their errors.
  /^src\/emulator\/[\w-]+\/browser\//,
  // A separate program, which imports only the package's exports.
  /^src\/cli\//,
  // The error terminates the thread, and the thread that started it is notified.
  /^src\/store\/keyring-thread\.ts$/,
];

const listening = new Set(["on", "once", "addListener", "prependListener", "prependOnceListener"]);
/** Node functions that call their listener argument on a connection or a response. */
const calling = new Set(["createServer", "connect", "createConnection", "request"]);
/** Methods with the same kind of listener. */
const handing = new Set(["handleUpgrade", "openHandOver"]);

/** Returns the source text of listeners that can fail and are not wrapped in `guarded(…)`. */
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

/** Returns the listener that a call registers. Events on `process` are excluded, because a peer does not cause them. */
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

/** Also matches the end of a chain: `process.off(…).on(…)`. */
function isOfProcess(part: unknown): boolean {
  if (!isNode(part)) return false;
  return part["name"] === "process" || isOfProcess(part["object"] ?? part["callee"]);
}

function isFunction({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

/** Accepts `guarded(…)` or a variable that holds it, `resolve` and `reject`, and `() => undefined`. */
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

test("guards every listener, so that an error closes the connection instead of terminating the process", () => {
  expect(bareListeners('socket.once("close", take);')).toHaveLength(1);
  const bare = sources.flatMap((file) =>
    bareListeners(readFileSync(file, "utf8")).map((listener) => `${file}: ${listener}`),
  );
  expect(bare).toEqual([]);
});
