import { beforeEach, describe, expect, it } from "vitest";
import { AuthorizationArgs, checkAuthorization } from "../../../src/sign-in/arguments.ts";
import { createAttempt } from "../../../src/sign-in/authorization-endpoint.ts";
import { authorize } from "../../../src/social-sdk/backend.ts";
import { FakeLibrary } from "../../setup/social-sdk/fake-library.ts";

const clean = (text: string) => text;

let library: FakeLibrary;
let prompts: number;
beforeEach(() => {
  library = new FakeLibrary();
  library.answer = () => Promise.resolve(["a-code", "http://127.0.0.1:1/callback"]);
  prompts = 0;
});

function ask(init: object = {}): ReturnType<typeof authorize> {
  const args = AuthorizationArgs.from({ scopes: "identify", ...init });
  const attempt = createAttempt(checkAuthorization(args, () => "1234567890123456789"));
  const { signal } = new AbortController();
  return authorize(library, { clean }, attempt, { signal, onPrompted: () => void prompts++ });
}

describe("authorize", () => {
  it("returns the redirect URI that the browser used, or none if the desktop client prompted the player", async () => {
    expect(await ask()).toEqual({
      provider: "browser",
      code: "a-code",
      redirectUri: "http://127.0.0.1:1/callback",
    });
    library.answer = () => Promise.resolve(["a-code", ""]);
    expect(await ask()).toEqual({ provider: "desktop-client", code: "a-code" });
    expect(prompts).toBe(2);
  });

  it.each([[[]], [[""]], [[7]]])("rejects %j because it has no code", async (values) => {
    library.answer = () => Promise.resolve(values);
    await expect(ask()).rejects.toMatchObject({ code: "invalid_callback" });
  });

  it("passes on the custom scheme and the integration type", async () => {
    await ask({ customSchemeParam: "mygame", integrationType: 1 });
    expect(library.calls[0]?.values.slice(5)).toEqual([1, "mygame"]);
  });

  it.each([
    ["integrationType", "integrationType", { integrationType: 1 }],
    ["customScheme", "customSchemeParam", { customSchemeParam: "mygame" }],
  ])(
    "rejects an option that requires the missing feature %s before prompting the player",
    async (feature, option, init) => {
      library.missing.add(feature);
      await expect(ask(init)).rejects.toMatchObject({
        code: "unsupported_option",
        message: expect.stringContaining(option),
      });
      expect([prompts, library.calls]).toEqual([0, []]);
    },
  );
});
