import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import type { ClientOptions } from "../../../src/client/options.ts";
import type { ConsentNotice } from "../../../src/sign-in/options.ts";
import { ErrorType } from "../../../src/core/errors.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import {
  answering,
  type Answer,
  fakeDesktopClient,
  lookForDesktopClientsIn,
  real,
} from "../../setup/fake-desktop-client.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { deliver } from "../../flow/fixtures/visit.js";

const applicationId = "1234567890123456789";
const scopes = "openid identify";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  lookForDesktopClientsIn(folder);
});
afterEach(() => void vi.unstubAllEnvs());

function createClient(options: ClientOptions = {}): Client {
  const store = memoryTokenStore();
  const client = new Client({ applicationId, openBrowser: () => undefined, store, ...options });
  onTestFinished(() => client.close());
  return client;
}

const listen = (answer: Answer) => fakeDesktopClient(real(answer), "discord-ipc-0", folder);

describe("Client.Authorize with the desktop client", () => {
  it("returns a code and the verifier for its challenge but no redirect URI", async () => {
    const { sent } = await listen(answering({ code: "c0de" }));
    const result = await createClient().Authorize({ scopes }, { consent: "desktop-client" });
    expect(result).toMatchObject({ consent: "desktop-client", code: "c0de", redirectUri: undefined });
    expect(sent.at(-1)?.payload).toHaveProperty(
      "args.code_challenge",
      result.codeVerifier?.Challenge().Challenge(),
    );
    expect(sent.at(-1)?.payload).toHaveProperty("args.state", expect.stringMatching(/^[\w-]{43}$/));
  });

  it("falls back to the browser and reports the reason if no desktop client is running", async () => {
    const notices: ConsentNotice[] = [];
    let url = "";
    const answer = createClient().Authorize(
      { scopes },
      {
        consent: "auto",
        onAuthorizeUrl: (printed) => (url = printed),
        onConsent: (notice) => notices.push(notice),
      },
    );
    await expect.poll(() => url).not.toBe("");
    const { searchParams } = new URL(url);
    const redirectUri = searchParams.get("redirect_uri") ?? "";
    await deliver(`${redirectUri}?code=c0de&state=${searchParams.get("state")}`);
    expect(await answer).toMatchObject({ consent: "browser", code: "c0de", redirectUri });
    expect(notices).toEqual([
      {
        consent: "browser",
        fallbackReason: expect.objectContaining({ code: "desktop_client_absent" }) as unknown,
      },
    ]);
  });

  it.each([
    [{ redirect: "custom-scheme" }, {}],
    [{ redirect: "loopback" }, {}],
    [{}, { customSchemeParam: "mygame" }],
  ] as const)("rejects the options %j with the arguments %j before it connects", async (options, args) => {
    const { connections } = await listen(answering({ code: "c0de" }));
    const client = createClient();
    const refused = { type: ErrorType.ValidationError, code: "invalid_consent" };
    await expect(
      client.Authorize({ scopes, ...args }, { consent: "desktop-client", ...options }),
    ).rejects.toMatchObject(refused);
    await expect(
      client.signIn({ scopes, ...args, consent: "desktop-client", ...options }),
    ).rejects.toMatchObject(refused);
    expect(connections()).toBe(0);
  });
});
