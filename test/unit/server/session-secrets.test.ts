import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSessionSecret, parseSessionSecret } from "../../../src/server/session-secrets.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { isToken } from "../../../src/tokens/token-type.ts";

const signer = memoryPlayerStore();
const accountOf = (player: string) => `app:${player}`;
const secret = { player: "123", session: "session-1", index: 7 };
const text = formatSessionSecret(signer, accountOf("123"), secret);

describe("session secrets", () => {
  it("can be parsed and are valid tokens", () => {
    expect(parseSessionSecret(signer, accountOf, text)).toEqual(secret);
    expect(isToken(text)).toBe(true);
  });

  it("are rejected if any character is changed", () => {
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom("a", "Z", "0", "9", ".", "_", "-"),
        (at, character) => {
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          expect(parseSessionSecret(signer, accountOf, changed)).toEqual(
            changed === text ? secret : undefined,
          );
        },
      ),
    );
  });

  it("are rejected for another application or with another key", () => {
    expect(parseSessionSecret(signer, (player) => `other:${player}`, text)).toBeUndefined();
    expect(parseSessionSecret(memoryPlayerStore(), accountOf, text)).toBeUndefined();
  });
});
