import { isSnowflake } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type Form, isMultipart, parseJsonText, parseMultipart } from "../base/form.ts";
import { invalidContentType, invalidField, refuse } from "../base/refusal.ts";
import { id, whole } from "../../interactions/messages/rules/checks.ts";
import type { ApiCall, ApiRequest } from "./route.ts";

export function parsePathId({ param }: ApiCall, name: string): Snowflake {
  const text = param(name);
  if (isSnowflake(text)) return text;
  throw invalidField(name, "NUMBER_TYPE_COERCE", `Value "${param(name)}" is not snowflake.`);
}

export async function parseForm(request: ApiRequest): Promise<Form> {
  const type = request.headers["content-type"];
  if (isMultipart(type)) return await parseMultipart(type, request.body);
  return { payload: parseJson(request), files: [] };
}

/** JSON values other than objects become an empty object. */
export function parseFields(request: ApiRequest): Readonly<Record<string, unknown>> {
  const value = parseJson(request);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** @throws Refusal 50035 for another content type, 50109 for invalid JSON. */
export function parseJson({ headers, body }: ApiRequest): unknown {
  if (!headers["content-type"]?.toLowerCase().startsWith("application/json")) {
    throw invalidContentType('Expected "Content-Type" header to be application/json.');
  }
  return parseJsonText(body.toString("utf8"));
}

/** 0 is valid and precedes all other ids. */
export function parseQueryId({ query }: ApiRequest, name: string): Snowflake | undefined {
  const text = query.get(name) ?? "";
  if (text === "") return undefined;
  refuse(id(text, [name]));
  return text;
}

export function parseQueryNumber(
  { query }: ApiRequest,
  name: string,
  most: number,
  unset: number = most,
): number {
  const text = query.get(name) ?? "";
  if (text === "") return unset;
  refuse(whole(1, most)(/^-?\d{1,15}$/.test(text) ? Number(text) : text, [name]));
  return Number(text);
}

export function parseQueryIds({ query }: ApiRequest, name: string): readonly Snowflake[] {
  const texts = query.getAll(name).flatMap((text) => text.split(",").filter(Boolean));
  refuse(texts.flatMap((text) => id(text, [name])));
  return texts;
}

/** See Discord documentation, Reference, "Boolean Query Strings". */
export function parseFlag({ query }: ApiRequest, name: string, unset: boolean = false): boolean {
  const text = query.get(name) ?? "";
  if (text === "") return unset;
  if (["false", "False", "0"].includes(text)) return false;
  if (["true", "True", "1"].includes(text)) return true;
  throw invalidField(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
}
