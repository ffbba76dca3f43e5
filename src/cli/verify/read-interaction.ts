import { readFile } from "node:fs/promises";
import { misunderstood } from "../frame/failure.ts";

/** An interaction to be sent: its bytes, and the signature that it was recorded with. */
export interface RecordedInteraction {
  readonly body: string;
  /** Whether it is a request, with headers; else it is an interaction that has to be signed. */
  readonly isRequest: boolean;
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
}

/** @throws Failure `interaction_unreadable`. */
export async function readInteraction(path: string): Promise<RecordedInteraction> {
  const text = await readFile(path, "utf8").catch((error: { code?: string }) => {
    throw unreadable(path, String(error.code));
  });
  const parsed = parse(path, text);
  if (!isRecord(parsed)) throw unreadable(path, "it is not an object");
  const { headers, body } = parsed;
  if (!isRecord(headers) || typeof body !== "string")
    return { body: JSON.stringify(parsed), isRequest: false, signature: undefined, timestamp: undefined };
  const header = (name: string) => {
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return typeof found === "string" ? found : undefined;
  };
  return {
    body,
    isRequest: true,
    signature: header("x-signature-ed25519"),
    timestamp: header("x-signature-timestamp"),
  };
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(path, "it is not JSON");
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unreadable(path: string, reason: string) {
  return misunderstood(
    `${path} is not an interaction: ${reason}.`,
    'The file must hold an interaction as JSON, or a recorded request { "headers": { … }, "body": "…" }.',
    "interaction_unreadable",
  );
}
