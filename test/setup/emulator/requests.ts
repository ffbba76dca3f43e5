import type { Emulator } from "../../../src/emulator/index.ts";

/** The emulator and the application whose bot sends the requests. */
export type Service = Pick<Emulator, "apiBase" | "application">;

/** A response with its JSON body parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly code?: number };
}

/** Sends a request. An empty response body becomes `{}`. */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Answer["body"];
  return { status: response.status, headers: response.headers, body };
}

export function sendJson(
  url: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const json = { "content-type": "application/json", ...headers };
  return send(url, { method, headers: json, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** Sends an API request as the application's bot; `path` is relative to the application. */
export function call(
  { apiBase, application }: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const bot = { authorization: `Bot ${application.botToken}`, ...headers };
  return sendJson(`${apiBase}/applications/${application.id}${path}`, method, body, bot);
}
