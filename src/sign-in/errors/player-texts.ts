import {
  type AccessTokenErrorCode,
  authorizationCodes,
  type OtherErrorCode,
  type SignInErrorCode,
  signOutCodes,
  storeCodes,
  tokenCodes,
} from "../../core/error-code.ts";
import { isClientError } from "../../core/errors.ts";
import { chooseLanguage, type PageLanguage } from "../page/page-language.ts";
import translations from "./player-texts.json" with { type: "json" };

type PlayerText = keyof (typeof translations)["en-US"];

const english = translations["en-US"];

const texts: Readonly<Record<PageLanguage, Readonly<Record<PlayerText, string>>>> = {
  ...translations,
  "en-GB": english,
};

/** Excludes codes with a slash, which belong to custom stores. */
export type PlayerErrorCode = Exclude<SignInErrorCode | AccessTokenErrorCode, OtherErrorCode>;

export const textOfCode: Readonly<Record<PlayerErrorCode, PlayerText>> = {
  ...signOutCodes,
  ...storeCodes,
  ...tokenCodes,
  ...authorizationCodes,
};

export function playerText(error: unknown, locale: unknown): string {
  const code = isClientError(error) ? error.code : "";
  const name = Object.hasOwn(textOfCode, code) ? textOfCode[code as PlayerErrorCode] : "again";
  const language = chooseLanguage(typeof locale === "string" ? locale : "");
  return texts[language][name].replace("{code}", code);
}
