import type { Finding } from "slashpass/commands";
import { localize, type Text, textsOf, translationAt } from "slashpass/commands/languages";
import { misunderstood, tell } from "../../frame/failure.ts";
import { type Place, PlaceFinder } from "../find-place.ts";
import type { LanguageFile } from "./folder.ts";

export class LocalizedDefinitions {
  readonly commands: unknown;
  readonly #texts: readonly Text[];
  readonly #places: ReadonlyMap<string, PlaceFinder>;

  /** @throws Failure `language_invalid` if a definition contains a different translation of the same text. */
  constructor(written: unknown, files: readonly LanguageFile[]) {
    this.#places = new Map(files.map(({ path, language }) => [language.locale, new PlaceFinder(path)]));
    const definitions = files.length > 0 && Array.isArray(written) ? (written as readonly object[]) : [];
    this.#texts = textsOf(definitions);
    this.commands = definitions.length === 0 ? written : localized(definitions, files);
  }

  placeOf(finding: Finding): Place | undefined {
    const found = translationAt(finding, this.#texts);
    if (!found || found.text.localizations[found.locale] !== undefined) return undefined;
    return this.#places.get(found.locale)?.find(["texts", found.text.key, "text"]);
  }
}

function localized(definitions: readonly object[], files: readonly LanguageFile[]): readonly object[] {
  try {
    return localize(
      definitions,
      files.map(({ language }) => language),
    );
  } catch (error) {
    const { message, hint } = tell(error);
    throw misunderstood(message, hint, "language_invalid");
  }
}
