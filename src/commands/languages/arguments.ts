import { isObject, listOf, type Reader, readerOf } from "../../core/check/readers.ts";
import type { Language } from "./language.ts";
import type { Text } from "./texts.ts";

export const readLanguage: Reader<Language> = readerOf(
  "a language: { locale, texts }, with texts in a Map",
  (value) => isObject(value) && typeof value["locale"] === "string" && value["texts"] instanceof Map,
);
export const readLanguages: Reader<readonly Language[]> = listOf(readLanguage);

export const readTexts: Reader<readonly Text[]> = listOf(
  readerOf<Text>("a text of textsOf", (value) => isObject(value) && Array.isArray(value["keys"])),
);
