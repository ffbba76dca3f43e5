import { fileURLToPath } from "node:url";

export interface HandlerRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

export interface HandlerResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

export type ThreadRequest = HandlerRequest & { readonly id: number };

export type ThreadMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly problem: string; readonly code: string | undefined }
  | { readonly kind: "answered"; readonly id: number; readonly answer: HandlerResponse }
  | { readonly kind: "failed"; readonly id: number; readonly problem: string }
  | { readonly kind: "done"; readonly id: number };

interface Port {
  postMessage(message: ThreadMessage): void;
  on(event: "message", listener: (question: ThreadRequest) => void): void;
}

interface Context {
  waitUntil(work: unknown): void;
}

type Endpoint = (request: Request, context: Context) => unknown;

export async function serveHandler(url: string, port: Port): Promise<void> {
  try {
    const { default: value } = (await import(url)) as { readonly default?: unknown };
    const endpoint = endpointOf(value);
    port.on("message", (question) => void answer(endpoint, question, port));
    port.postMessage({ kind: "ready" });
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    const word = typeof code === "string" ? code : undefined;
    port.postMessage({ kind: "unusable", problem: messageOf(error), code: word });
  }
}

function endpointOf(value: unknown): Endpoint {
  const { receive, fetch } = (value ?? {}) as { readonly receive?: unknown; readonly fetch?: unknown };
  if (typeof value === "function" && typeof receive === "function") return value as Endpoint;
  if (typeof fetch === "function")
    return (request, context) => Reflect.apply(fetch, value, [request, process.env, context]) as unknown;
  throw new Error(
    value === undefined
      ? "it has no default export."
      : "its default export must be the result of createInteractionHandler or an object with a fetch method.",
  );
}

async function answer(
  endpoint: Endpoint,
  { id, url, ...requestInit }: ThreadRequest,
  port: Port,
): Promise<void> {
  const begun: unknown[] = [];
  const context = { waitUntil: (work: unknown) => void begun.push(work) };
  try {
    const { body = null, method, headers } = requestInit;
    const request = new Request(url, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      body,
    });
    const response = await endpoint(request, context);
    if (!isResponse(response)) throw new Error("The handler did not return a Response.");
    const { status, headers: sent } = response;
    const given = { status, headers: [...sent], body: new Uint8Array(await response.arrayBuffer()) };
    port.postMessage({ kind: "answered", id, answer: given });
  } catch (error) {
    port.postMessage({ kind: "failed", id, problem: messageOf(error) });
  }
  while (begun.length > 0) await Promise.allSettled(begun.splice(0));
  port.postMessage({ kind: "done", id });
}

/** Avoids `instanceof`, because frameworks have their own Response classes. */
function isResponse(value: unknown): value is Response {
  return typeof (value as Partial<Response> | null | undefined)?.arrayBuffer === "function";
}

export function messageOf(error: unknown): string {
  const { message = error, stack } = (error ?? {}) as {
    readonly message?: unknown;
    readonly stack?: unknown;
  };
  return `${String(message)}${locationIn(String(stack))}`;
}

function locationIn(stack: string): string {
  for (const [, url = "", position = ""] of stack.matchAll(/(file:\/\/\/\S+?)((?::\d+){2})/g))
    if (!url.includes("/node_modules/")) return ` (${fileURLToPath(url)}${position})`;
  return "";
}
