import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import type { ErrorCode } from "../../../../src/core/error-code.ts";
import { pageLanguages } from "../../../../src/sign-in/page/page-language.ts";
import { playerMessage } from "../../../../src/sign-in/errors/player-message.ts";
import { type PlayerErrorCode, textOfCode } from "../../../../src/sign-in/errors/player-texts.ts";
import translations from "../../../../src/sign-in/errors/player-texts.json" with { type: "json" };

const errorOf = (code: ErrorCode) =>
  new ClientError({ type: ErrorType.AuthorizationFailed, code, message: "For developers." });
const codes = Object.keys(textOfCode) as PlayerErrorCode[];
const english = translations["en-US"];

describe("playerMessage", () => {
  it("has a translated sentence for every code in every page language", async () => {
    const foreign = pageLanguages.filter((language) => !language.startsWith("en"));
    const inEnglish: ReadonlySet<string> = new Set(Object.values(english));
    const baseOf = new Map<string, string>();
    const wrong: string[] = [];
    for (const language of foreign) {
      const [base = ""] = language.split("-");
      for (const code of codes) {
        const message = await playerMessage(errorOf(code), language);
        const isOwn = (baseOf.get(message) ?? base) === base && !inEnglish.has(message);
        if (message.length < 5 || !isOwn) wrong.push(`${language} ${code}: ${message}`);
        baseOf.set(message, base);
      }
    }
    expect(wrong).toEqual([]);
    expect(foreign).toHaveLength(34);
  });

  it("has the same placeholders and brands and no HTML in every language", () => {
    const marksOf = (text: string) => text.match(/\{\w+\}|Discord/g) ?? [];
    for (const [language, texts] of Object.entries(translations)) {
      expect(Object.keys(texts), language).toEqual(Object.keys(english));
      for (const [name, text] of Object.entries(texts)) {
        expect(marksOf(text), `${language} ${name}`).toEqual(marksOf(english[name as keyof typeof english]));
        expect(text, `${language} ${name}`).not.toMatch(/[<>&"']|\s{2}|^\s|\s$/);
      }
    }
  });

  it("has no duplicate or unused strings in any language", () => {
    for (const [language, texts] of Object.entries(translations))
      expect(new Set(Object.values(texts)).size, language).toBe(Object.keys(english).length);
    expect(new Set(Object.values(textOfCode))).toEqual(new Set(Object.keys(english)));
  });

  it.each([
    ["de-AT", "Die Anmeldung wurde abgebrochen. Du kannst dich jederzeit anmelden."],
    ["en-GB", "The sign-in was cancelled. You can sign in whenever you like."],
    ["zh-Hant-HK", "登入已取消。你隨時可以登入。"],
    ["tlh", "The sign-in was cancelled. You can sign in whenever you like."],
    ["", "The sign-in was cancelled. You can sign in whenever you like."],
    [undefined as unknown as string, "The sign-in was cancelled. You can sign in whenever you like."],
  ])("for the locale %j, returns: %s", async (locale, text) => {
    expect(await playerMessage(errorOf("access_denied"), locale)).toBe(text);
  });

  it("includes the code if only the developers can help", async () => {
    expect(await playerMessage(errorOf("invalid_client"), "en")).toBe(
      "Signing in does not work in this game. Tell its developers: invalid_client",
    );
  });

  it.each([
    new Error("secret"),
    undefined,
    errorOf("my_game/disk_full"),
    errorOf("constructor" as ErrorCode),
  ])("returns a generic message for %o", async (error) => {
    expect(await playerMessage(error, "en")).toBe("That did not work. Try again.");
  });
});
