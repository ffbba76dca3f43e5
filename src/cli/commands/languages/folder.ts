import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { type Language, type LanguageFormat, parseLanguage } from "slashpass/commands/languages";
import { readText } from "../../../core/resolve/read-file.ts";
import { type Failure, misunderstood, describeError } from "../../frame/failure.ts";
import { refusePlanted } from "../../settings/config-file.ts";
import { unreadable } from "../../settings/load-file.ts";

export interface LanguageFile {
  readonly path: string;
  readonly language: Language;
}

export function pathIn(folder: string, locale: string): string {
  return join(folder, `${locale}.json`);
}

/** Rejects a missing directory, because treating it as empty would remove all translations. */
export async function readLanguages(folder: string | undefined): Promise<readonly LanguageFile[]> {
  if (folder === undefined) return [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw noFolder(folder, error);
  });
  const files = names.filter((name) => name.endsWith(".json")).toSorted();
  return Promise.all(files.map((name) => readOwn(join(folder, name))));
}

function noFolder(folder: string, { code = "unknown" }: NodeJS.ErrnoException): Failure {
  return misunderstood(
    `The languages folder ${folder} cannot be read: ${existsSync(folder) ? code : "it does not exist"}.`,
    "Correct 'languages' in the config, or create the folder with 'slashpass commands languages extract <language>'.",
    "file_unreadable",
  );
}

async function readOwn(path: string): Promise<LanguageFile> {
  refusePlanted(path, "If you trust it, take ownership with chown.");
  const language = await readLanguageFile(path);
  const name = `${language.locale}.json`;
  if (basename(path) === name) return { path, language };
  throw languageInvalid(
    path,
    `its locale is ${language.locale}, but it is not named ${name}`,
    "Rename it, or correct its locale.",
  );
}

const formats: Readonly<Record<string, LanguageFormat>> = {
  ".json": "json",
  ".xlf": "xliff",
  ".xliff": "xliff",
  ".po": "po",
};

/** @throws Failure `file_unreadable`, `language_invalid`, or `misunderstood` for an unsupported extension. */
export async function readLanguageFile(path: string): Promise<Language> {
  const format = formats[extname(path).toLowerCase()];
  if (format === undefined) {
    throw misunderstood(
      `${path} is not a language file.`,
      `Its name must end with ${Object.keys(formats).join(", ")}.`,
    );
  }
  const content = await readText(path).catch((error: unknown) => {
    throw unreadable("The language file", path, error);
  });
  try {
    return parseLanguage(content, format);
  } catch (error) {
    const { message, hint } = describeError(error);
    throw languageInvalid(path, message.replace(/\.$/, ""), hint);
  }
}

function languageInvalid(path: string, problem: string, hint: string | undefined): Failure {
  return misunderstood(`${path} cannot be used: ${problem}.`, hint, "language_invalid");
}
