import { isOptionType, optionTraits } from "../../../wire/option-traits.ts";
import type { FieldView } from "./view.ts";

/** Leaves an invalid number as a string, for the emulator to reject. */
export function optionValue(type: number, text: string): string | number | boolean {
  const holds = holdsOf(type);
  if (holds === "boolean") return text === "true";
  const isNumeric = holds === "integer" || holds === "number";
  return isNumeric && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function fieldBounds({ type, min, max, minLength, maxLength }: FieldView): object {
  const holds = holdsOf(type);
  if (holds === "integer" || holds === "number")
    return { type: "number", step: holds === "integer" ? "1" : "any", min, max };
  return {
    dir: "auto",
    minLength,
    // Browsers count UTF-16 code units; the emulator counts characters.
    maxLength: maxLength === undefined ? undefined : 2 * maxLength,
    ...(holds === "id" && { type: "file" }),
  };
}

function holdsOf(type: number): string {
  return isOptionType(type) ? optionTraits[type].holds : "string";
}

export async function withFiles(value: unknown): Promise<unknown> {
  if (value instanceof File) return { name: value.name, type: value.type, base64: await base64Of(value) };
  if (Array.isArray(value)) return Promise.all(value.map(withFiles));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await withFiles(one)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** A function call accepts only a limited number of arguments. */
const partBytes = 0x80_00;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += partBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + partBytes));
  return btoa(text);
}
