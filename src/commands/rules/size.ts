import { countCodePoints } from "./names.ts";
import type { Fields, Visit } from "./visit.ts";
import { limits } from "../../wire/limits.ts";
import { isObject } from "../../core/check/readers.ts";

/** Counts the longest localization of each text (Application Commands Interface, "Limits"). */
export function checkSize(visit: Visit, command: Fields): void {
  // There are never fewer UTF-16 units than code points, so most commands need no exact count.
  const rough = measure(command, (text) => text.length);
  if (rough.text + rough.numbers <= limits.commandSize) return;
  const { text, numbers } = measure(command, countCodePoints);
  if (text > limits.commandSize) {
    visit.report("command-size", undefined, text, [
      `has ${text} characters in names, descriptions and values.`,
      "Shorten descriptions, or split the command.",
    ]);
  } else if (text + numbers > limits.commandSize) {
    visit.report("command-size-numbers", undefined, text + numbers, [
      `has ${text} characters, ${text + numbers} with numeric values.`,
      "Shorten it to be sure.",
    ]);
  }
}

function measure(command: Fields, count: Count): Size {
  const size: Size = { text: 0, numbers: 0, parts: 0 };
  addNode(command, count, size, 0);
  return size;
}

export interface Size {
  text: number;
  numbers: number;
  parts: number;
}

export type Count = (text: string) => number;

export function addNode(node: unknown, count: Count, size: Size, depth: number): void {
  if (size.parts++ > 10_000 || !isObject(node)) return;
  const { name, description, value, options, choices } = node as Record<string, unknown>;
  size.text += longest(name, node["name_localizations"], count);
  if (description !== undefined) size.text += longest(description, node["description_localizations"], count);
  if (typeof value === "string") size.text += count(value);
  else if (typeof value === "number") size.numbers += String(value).length;
  if (depth < 3) addAll(options, count, size, depth + 1);
  addAll(choices, count, size, 4);
}

function addAll(list: unknown, count: Count, size: Size, depth: number): void {
  if (!Array.isArray(list)) return;
  for (let index = 0; index < list.length && size.parts <= 10_000; index++)
    addNode(list[index], count, size, depth);
}

function longest(text: unknown, localizations: unknown, count: Count): number {
  let most = typeof text === "string" ? count(text) : 0;
  if (!isObject(localizations)) return most;
  for (const locale of Object.keys(localizations)) {
    const localized = localizations[locale];
    if (typeof localized === "string") most = Math.max(most, count(localized));
  }
  return most;
}
