export * from "./languages/check.ts";
export { formatLanguage, type LanguageFormat, parseLanguage } from "./languages/formats.ts";
export {
  type Language,
  localize,
  type Merged,
  mergeLanguage,
  type Translation,
  updateLanguage,
} from "./languages/language.ts";
export * from "./languages/texts.ts";
export { ClientError, type ClientErrorInit, ErrorType, isClientError } from "../core/errors.ts";
export type { PathKey } from "../core/request/path.ts";
export type { InstallationContext } from "../wire/command.ts";
export { type Locale, locales } from "../wire/locale.ts";
export type { Profile, RuleId, Severity } from "./rules/grades.ts";
export type { ValidateOptions } from "./rules/input.ts";
export type { Finding } from "./rules/visit.ts";
