import net from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { Client } from "../../src/client.ts";
import type { SignInOptions } from "../../src/client/options.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";

const applicationId = "1234567890123456789";
const scopes = "openid identify";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each<[string, () => void]>([
  ["no browser can be shown", hideDisplay],
  ["neither redirect works", blockRedirects],
])("uses another device if %s and the game can show a code", async (_name, break_) => {
  break_();
  const device = {
    device_code: "a device code",
    user_code: "WDJB-MJHT",
    verification_uri: "https://service.example/activate",
    expires_in: 300,
  };
  const fetch = () => Promise.resolve(Response.json(device));
  await using client = new Client({ applicationId, store: memoryTokenStore(), fetch });
  const stop = new AbortController();
  const codes: string[] = [];
  const onPrompt: SignInOptions["onPrompt"] = ({ userCode }) => {
    codes.push(userCode);
    stop.abort();
  };
  const signIn = client.signIn({ scopes, signal: stop.signal, onPrompt });
  await expect(signIn).rejects.toMatchObject({ code: "aborted" });
  expect(codes).toEqual(["WDJB-MJHT"]);
});

function hideDisplay(): void {
  for (const name of ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"]) vi.stubEnv(name, "");
}

/**
 * Makes `listen` fail, and hides the home directory in which a scheme is registered. The addon sees the latter only in its own
 * process.
 */
function blockRedirects(): void {
  vi.stubEnv("DISPLAY", ":0");
  for (const name of ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"]) vi.stubEnv(name, "/dev/null");
  vi.spyOn(net.Server.prototype, "listen").mockImplementation(function (this: net.Server) {
    process.nextTick(() => this.emit("error", Object.assign(new Error("no"), { code: "EADDRNOTAVAIL" })));
    return this;
  });
}
