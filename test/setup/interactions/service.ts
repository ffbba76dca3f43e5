import { generateKeyPairSync, sign } from "node:crypto";
import { scriptedFetch } from "../scripted-fetch.ts";

const keys = generateKeyPairSync("ed25519");

export const publicKey: string = keys.publicKey
  .export({ format: "der", type: "spki" })
  .subarray(-32)
  .toString("hex");

export function signedHeaders(
  body: string | Uint8Array,
  timestamp: string = Math.floor(Date.now() / 1000).toString(),
): { "x-signature-ed25519": string; "x-signature-timestamp": string } {
  const signed = Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]);
  const signature = sign(null, signed, keys.privateKey).toString("hex");
  return { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp };
}

export function signedRequest(payload: unknown): Request {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  return new Request("https://game.example/interactions", {
    method: "POST",
    body,
    headers: signedHeaders(body),
  });
}

/** The player in the payloads below. */
export const ada = { id: "100000000000000003", username: "ada" };

const envelope = {
  id: "100000000000000001",
  application_id: "100000000000000002",
  token: "interaction-token",
  version: 1,
  user: ada,
};

export function commandPayload(data: object, fields: object = {}) {
  return { ...envelope, type: 2, data: { id: "100000000000000004", type: 1, ...data }, ...fields };
}

export function autocompletePayload(name: string, options: readonly object[]) {
  return commandPayload({ name, options }, { type: 4 });
}

export function componentPayload(customId: string, fields: object = {}) {
  const message = { id: "100000000000000009", channel_id: "100000000000000008", author: ada, content: "" };
  const data = { custom_id: customId, component_type: 2 };
  return { ...envelope, type: 3, data, message: { ...message, timestamp: "" }, ...fields };
}

export function modalPayload(customId: string, components: readonly unknown[], fields: object = {}) {
  return { ...envelope, type: 5, data: { custom_id: customId, components }, ...fields };
}

export interface Call {
  readonly method: string;
  /** Relative to the API base; includes the query. */
  readonly path: string;
  readonly body: unknown;
}

/** Simulates the API: records calls and returns `answers` in order, repeating the last. */
export function recordingFetch(...answers: readonly (() => Response | Promise<Response>)[]) {
  const calls: Call[] = [];
  const { fetch } = scriptedFetch(({ method, path, body }) => {
    calls.push({
      method,
      path: path.replace("https://discord.com/api/v10", ""),
      body: body === "" ? undefined : JSON.parse(body),
    });
    const answer = answers[Math.min(calls.length, answers.length) - 1];
    return answer?.() ?? new Response(null, { status: 204 });
  });
  return { calls, fetch };
}
