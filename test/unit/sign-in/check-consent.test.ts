import { expect, it } from "vitest";
import { checkConsent } from "../../../src/sign-in/consent.ts";

it.each([
  [undefined, "custom-scheme", true],
  ["browser", "custom-scheme", true],
  ["auto", "custom-scheme", true],
  ["auto", "device", false],
  ["desktop-client", undefined, false],
  ["desktop-client", "auto", false],
] as const)(
  "accepts consent %o with redirect %o and a named scheme: %o",
  (consent, redirect, namesScheme) => {
    expect(() => checkConsent(consent, redirect, { namesScheme })).not.toThrow();
  },
);

it.each([
  ["custom-scheme", false, 'redirect: "custom-scheme"'],
  ["device", false, 'redirect: "device"'],
  ["loopback", false, 'redirect: "loopback"'],
  [undefined, true, "customSchemeParam"],
  ["auto", true, "customSchemeParam"],
] as const)(
  "rejects consent in the desktop client only, with redirect %o and a named scheme: %o",
  (redirect, namesScheme, name) => {
    expect(() => checkConsent("desktop-client", redirect, { namesScheme })).toThrow(
      expect.objectContaining({
        type: 6,
        code: "invalid_consent",
        message: expect.stringContaining(name) as unknown,
        hint: expect.stringContaining(`Leave out ${name}`) as unknown,
      }),
    );
  },
);
