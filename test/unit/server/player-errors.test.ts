import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { asDeadSecret, signedOut } from "../../../src/server/player-store.ts";

const failing = (error: unknown) => () => asDeadSecret(error);

describe("errors for a game", () => {
  it.each(["none", "ended"] as const)("report an ended session for tokens that are: %s", (state) => {
    expect(failing(signedOut(state))).toThrow(
      expect.objectContaining({ code: "invalid_grant", type: ErrorType.AuthorizationFailed }) as Error,
    );
  });

  it("include other errors unchanged", () => {
    const away = new ClientError({
      type: ErrorType.NetworkError,
      code: "store_unreachable",
      message: "away",
    });
    expect(failing(away)).toThrow(away);
    expect(failing(new TypeError("other"))).toThrow(TypeError);
  });
});
