import type { Emulator } from "../../../src/emulator/index.ts";

/** One application of an emulator, as its bot speaks to the API. */
export type Service = Pick<Emulator, "apiBase" | "application">;

/** What came back, its JSON parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly code?: number };
}

/** Sends one request; an empty answer has the body `{}`. */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Answer["body"];
  return { status: response.status, headers: response.headers, body };
}

/** Sends JSON, or nothing, with the given headers beside. */
export function sendJson(
  url: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const json = { "content-type": "application/json", ...headers };
  return send(url, { method, headers: json, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** A request to the API as the application's bot; `path` is below the application. */
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
