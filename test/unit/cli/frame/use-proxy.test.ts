import { afterEach, describe, expect, it, vi } from "vitest";
import { describeProxy, useProxy } from "../../../../src/cli/frame/use-proxy.ts";

const undici = {
  fetch: vi.fn(),
  setGlobalDispatcher: vi.fn(),
  EnvHttpProxyAgent: vi.fn(function construct() {}),
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("the program's proxy", () => {
  it("is set through Node's own API if available, but never for localhost", async () => {
    const set = vi.fn();
    await useProxy(
      { HTTPS_PROXY: "http://a.example", http_proxy: "b.example:8080", NO_PROXY: "c.example" },
      set,
    );
    expect(set).toHaveBeenCalledExactlyOnceWith({
      http_proxy: "http://b.example:8080/",
      https_proxy: "http://a.example/",
      no_proxy: "localhost,127.0.0.1,[::1],c.example",
    });
    expect(undici.setGlobalDispatcher).not.toHaveBeenCalled();
  });

  it("is set through undici and its `fetch` if Node.js has no proxy API", async () => {
    vi.stubGlobal("fetch", fetch);
    await useProxy({ https_proxy: "http://me:hush@a.example" }, null, () => Promise.resolve(undici as never));
    expect(undici.EnvHttpProxyAgent).toHaveBeenCalledExactlyOnceWith({
      httpProxy: "",
      httpsProxy: "http://me:hush@a.example/",
      noProxy: "localhost,127.0.0.1,[::1]",
    });
    expect(undici.setGlobalDispatcher).toHaveBeenCalledOnce();
    expect(globalThis.fetch).toBe(undici.fetch);
  });

  it.each([{}, { HTTPS_PROXY: "" }, { HTTPS_PROXY: "http://a.example", NO_PROXY: "*" }])(
    "is not set with %j",
    async (env) => {
      const set = vi.fn();
      await useProxy(env, set);
      expect(set).not.toHaveBeenCalled();
    },
  );

  it.each(["socks5://me:hush@a.example", "http://", "me:hush@@:x", "ftp://a"])(
    "rejects %j without showing it",
    async (value) => {
      const refused = useProxy({ HTTPS_PROXY: value }, vi.fn());
      await expect(refused).rejects.toMatchObject({
        code: "proxy_invalid",
        exitCode: 2,
        message: "HTTPS_PROXY is not an HTTP proxy address.",
        hint: expect.not.stringContaining("hush"),
      });
    },
  );

  it("is described without the user name and password", () => {
    const env = { HTTPS_PROXY: "http://me:hush@a.example:3128/" };
    expect(describeProxy("https://discord.com", env)).toBe("http://a.example:3128 (HTTPS_PROXY)");
    expect(describeProxy("http://127.0.0.1", env)).toBeUndefined();
  });
});
