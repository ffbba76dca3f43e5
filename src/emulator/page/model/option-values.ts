import { isOptionType, optionTraits } from "../../../wire/option-traits.ts";
import type { ShownField } from "./view.ts";

/** Invalid numbers remain strings, which the emulator rejects. */
export function optionValue(type: number, text: string): string | number | boolean {
  const holds = holdsOf(type);
  if (holds === "boolean") return text === "true";
  const isNumeric = holds === "integer" || holds === "number";
  return isNumeric && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function fieldBounds({ type, min, max, minLength, maxLength }: ShownField): object {
  const holds = holdsOf(type);
  if (holds === "integer" || holds === "number")
    return { type: "number", step: holds === "integer" ? "1" : "any", min, max };
  return {
    dir: "auto",
    minLength,
    // Browsers count UTF-16 units; the emulator counts characters.
    maxLength: maxLength === undefined ? undefined : 2 * maxLength,
    ...(holds === "id" && { type: "file" }),
  };
}

function holdsOf(type: number): string {
  return isOptionType(type) ? optionTraits[type].holds : "string";
}
