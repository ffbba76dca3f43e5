import { describe, expect, it, test } from "vitest";
import { ErrorType } from "../../../../src/core/errors.ts";
import {
  parseScheme,
  schemeAdvice,
  reservedPrefixes,
  reservedSchemes,
} from "../../../../src/sign-in/redirect/custom-scheme-name.ts";
import { readFileSync } from "node:fs";

const applicationId = "1234567890123456789";

describe("parseScheme", () => {
  it("uses the service's prefix and the application id by default", () => {
    const { scheme, written } = parseScheme({ applicationId: 1234567890123456789n });
    expect(scheme).toBe("discord-1234567890123456789");
    expect(written).toBe(scheme);
  });

  it.each(["ab", "com.example.game", "x+y-z.0", `a${"b".repeat(79)}`])("50: accepts %s", (scheme) => {
    expect(parseScheme({ applicationId, scheme }).scheme).toBe(scheme);
  });

  it("52: keeps the developer's spelling for the request but registers the scheme in lower case", () => {
    const parsed = parseScheme({ applicationId, scheme: "Com.Example.Game" });
    expect(parsed).toEqual({ applicationId, written: "Com.Example.Game", scheme: "com.example.game" });
  });

  it.each([
    "",
    "a",
    "1game",
    "-a",
    "my game",
    "my\\game",
    "my/game",
    "game:",
    "gäme",
    "game\n",
    "a".repeat(81),
    7 as unknown as string,
  ])("50: rejects %j", (scheme) => {
    expect(() => parseScheme({ applicationId, scheme })).toThrow(
      expect.objectContaining({ type: ErrorType.ValidationError, code: "invalid_scheme" }),
    );
  });

  it.each([
    "http",
    "HTTPS",
    "file",
    "javascript",
    "data",
    "blob",
    "about",
    "vbscript",
    "mailto",
    "ms-settings",
    "ftp",
    "tel",
    "Steam",
    "discord",
    "sip",
    "web+game",
    "z39.50r",
    "discord-1",
    "discord-ptb",
    "discord-12345678901234567890",
  ])("50: rejects the reserved scheme %s", (scheme) => {
    expect(() => parseScheme({ applicationId, scheme })).toThrow(
      expect.objectContaining({ type: ErrorType.ValidationError, code: "reserved_scheme" }),
    );
  });

  it("51: recommends a reversed domain name", () => {
    expect(schemeAdvice(parseScheme({ applicationId, scheme: "mygame" }))).toContain("com.example.game");
    expect(schemeAdvice(parseScheme({ applicationId, scheme: "com.example.game" }))).toBeUndefined();
    expect(schemeAdvice(parseScheme({ applicationId }))).toBeUndefined();
  });
});

describe("reserved schemes", () => {
  const header = readFileSync("native/base/reserved_schemes.h", "utf8");
  const [, schemes = "", prefixes = ""] = header.split("inline constexpr");
  const strings = (code: string): string[] => [...code.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);

  test("matches the addon's reserved schemes", () => {
    const names = strings(schemes).flatMap((line) => line.trim().split(" "));
    expect(names).toEqual([...reservedSchemes]);
    expect(strings(prefixes)).toEqual([...reservedPrefixes]);
  });

  test("separates the addon's schemes with spaces", () => {
    expect(strings(schemes).filter((line) => !line.startsWith(" ") || !line.endsWith(" "))).toEqual([]);
  });

  test("contains no duplicate or invalid scheme", () => {
    const names = strings(schemes).flatMap((line) => line.trim().split(" "));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((word) => !/^[a-z][a-z0-9+.-]+$/.test(word))).toEqual([]);
  });
});
