import { messageLimits } from "../../wire/limits.ts";
import { bodyTooLarge, invalidContentType, invalidField, refusal } from "./refusal.ts";
import { parseForeignJson } from "../../core/request/response.ts";

export interface Upload {
  /** The `n` in `files[n]`, which identifies the file in `attachments`. */
  readonly key: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly content: Blob;
}

export interface Form {
  readonly payload: unknown;
  readonly files: readonly Upload[];
}

export function isMultipart(contentType: string | null | undefined): contentType is string {
  return contentType?.toLowerCase().startsWith("multipart/form-data") === true;
}

export function parseJsonText(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    throw refusal("InvalidJson");
  }
}

/** Parses JSON or, if the content type is multipart, a form. @throws the errors of {@link parseMultipart}. */
export async function parseForm(contentType: string | null | undefined, body: Uint8Array): Promise<Form> {
  if (isMultipart(contentType)) return await parseMultipart(contentType, body);
  return { payload: parseJsonText(Buffer.from(body).toString()), files: [] };
}

/**
 * Parses a message that has files (Discord documentation, Reference, "Uploading Files").
 *
 * @throws Refusal 50035 for an invalid form, 50109 for invalid JSON in `payload_json`, 413 for a file that is too large.
 */
export async function parseMultipart(contentType: string, body: Uint8Array): Promise<Form> {
  const entries = [...(await readForm(contentType, body))];
  const files = entries.flatMap(([name, value], index) =>
    typeof value === "string" ? [] : [describeUpload(name, value, index)],
  );
  if (files.length > messageLimits.files) {
    throw invalidField("files", "BASE_TYPE_MAX_LENGTH", `Must be ${messageLimits.files} or fewer in length.`);
  }
  const { payload_json: json, ...fields } = Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  return { payload: json === undefined ? fields : parseJsonText(json), files };
}

async function readForm(contentType: string, body: Uint8Array): Promise<FormData> {
  try {
    return await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": contentType },
    }).formData();
  } catch {
    throw invalidContentType("The body is not valid multipart/form-data.");
  }
}

function describeUpload(name: string, content: File, index: number): Upload {
  const { name: filename, size, type } = content;
  if (size > messageLimits.fileBytes) throw bodyTooLarge(`file ${filename}`, messageLimits.fileBytes);
  const [, key = String(index)] = /^files\[(\d+)\]$/.exec(name) ?? [];
  return { key, filename, size, contentType: type || "application/octet-stream", content };
}
