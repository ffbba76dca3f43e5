import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSecret, parseSecret } from "../../../src/server/session-secrets.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { isToken } from "../../../src/tokens/token-type.ts";

const signer = memoryPlayerStore();
const accountOf = (player: string) => `app:${player}`;
const secret = { player: "123", session: "session-1", index: 7 };
const text = formatSecret(signer, accountOf("123"), secret);

describe("A session secret", () => {
  it("says whose it is, and can stand where a token can", () => {
    expect(parseSecret(signer, accountOf, text)).toEqual(secret);
    expect(isToken(text)).toBe(true);
  });

  it("does not count with any of its characters changed", () => {
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom("a", "Z", "0", "9", ".", "_", "-"),
        (at, character) => {
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          expect(parseSecret(signer, accountOf, changed)).toEqual(changed === text ? secret : undefined);
        },
      ),
    );
  });

  it("does not count for another application, or at a server with another key", () => {
    expect(parseSecret(signer, (player) => `other:${player}`, text)).toBeUndefined();
    expect(parseSecret(memoryPlayerStore(), accountOf, text)).toBeUndefined();
  });
});
