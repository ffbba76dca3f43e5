import { createServer } from "node:https";
import { createServer as createPlainServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { loggedFetch } from "../../../../src/client/context.ts";
import {
  describeNetworkFailure,
  findProxyVariable,
  networkError,
} from "../../../../src/core/request/network-failure.ts";
import { ownCertificate } from "../../../setup/own-certificate.ts";
import { throwing } from "../../../setup/throwing.ts";

const url = "https://discord.com/api/v10/users/@me";
const coded = (code: unknown, more: object = {}) =>
  Object.assign(new Error("secret-text"), { code, ...more });
const wrapped = (cause: unknown) => Object.assign(new TypeError("fetch failed"), { cause });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("a TLS error", () => {
  const clock = /clock/;
  const otherHost = /another host/;
  const protocol = /use TLS/;
  it.each([
    ["SELF_SIGNED_CERT_IN_CHAIN", undefined],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", undefined],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", undefined],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", undefined],
    ["UNABLE_TO_GET_CRL", undefined],
    ["CERT_REVOKED", undefined],
    ["INVALID_CA", undefined],
    ["INVALID_PURPOSE", undefined],
    ["PATH_LENGTH_EXCEEDED", undefined],
    ["CERT_HAS_EXPIRED", clock],
    ["CERT_NOT_YET_VALID", clock],
    ["ERR_TLS_CERT_ALTNAME_INVALID", otherHost],
    ["HOSTNAME_MISMATCH", otherHost],
    ["EPROTO", protocol],
    ["ERR_SSL_WRONG_VERSION_NUMBER", protocol],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", protocol],
  ])("is not retryable and has the code tls_failed and a hint: %s", (code, cause) => {
    const errors = [
      wrapped(coded(code)),
      wrapped(new AggregateError([coded("ECONNREFUSED"), coded(code)])),
      wrapped(coded("UND_ERR_SOCKET", { cause: coded(code) })),
      coded(code),
    ];
    for (const error of errors) {
      const failure = networkError("Asking", url, error);
      expect(failure).toMatchObject({ code: "tls_failed", type: 1, retryable: false });
      expect(failure.message).toBe(
        `Asking could not establish a trusted TLS connection to https://discord.com (${code}).`,
      );
      expect(failure.hint).toContain("NODE_EXTRA_CA_CERTS");
      if (cause) expect(failure.hint).toMatch(cause);
      else expect(failure.hint).toMatch(/^If a proxy/);
      expect(inspect(failure)).not.toContain("secret-text");
    }
  });

  it.each([
    [new Set(["--use-system-ca"]), true],
    [new Set<string>(), false],
    [undefined, false],
  ])("advises --use-system-ca only if Node supports it", (flags, isNamed) => {
    vi.stubGlobal("process", { env: {}, allowedNodeEnvironmentFlags: flags });
    const { advice } = describeNetworkFailure(url, coded("CERT_UNTRUSTED"));
    vi.unstubAllGlobals();
    expect(advice?.includes("--use-system-ca")).toBe(isNamed);
  });

  it("is passed to the caller without a retry if a real server causes it", async () => {
    let connections = 0;
    const server = createServer(ownCertificate).listen(0, "127.0.0.1");
    server.on("connection", () => connections++);
    await once(server, "listening");
    const client = new CommandsClient({
      applicationId: "1000000000000001",
      credential: { botToken: "bot-token" },
      apiBase: `https://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    });
    const failure = client.global.list();
    await expect(failure).rejects.toMatchObject({
      code: "tls_failed",
      message: expect.stringContaining("DEPTH_ZERO_SELF_SIGNED_CERT"),
    });
    expect(connections).toBe(1);
    server.close();
  });

  it("is recognized if the server does not use TLS", async () => {
    const server = createPlainServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const error: unknown = await fetch(address).catch((caught: unknown) => caught);
    expect(networkError("Asking", address, error).code).toBe("tls_failed");
    server.close();
  });
});

describe("another network failure", () => {
  it.each<[unknown, string]>([
    [wrapped(coded("ECONNREFUSED")), "ECONNREFUSED"],
    [
      wrapped(Object.assign(new AggregateError([coded("EHOSTUNREACH")]), { code: "ETIMEDOUT" })),
      "EHOSTUNREACH",
    ],
    [coded("ENOTFOUND"), "ENOTFOUND"],
    [coded("has a secret"), "no connection"],
    [coded("A".repeat(100)), "no connection"],
    [coded(7), "no connection"],
    ["a text", "no connection"],
    [undefined, "no connection"],
    [{ errors: "none" }, "no connection"],
    [
      new Proxy(
        {},
        {
          get: throwing(new Error("no")),
        },
      ),
      "no connection",
    ],
  ])("is retryable and contains only the error code: %#", (error, reason) => {
    expect(networkError("Asking", url, error)).toMatchObject({
      code: "network_error",
      retryable: true,
      message: `Asking could not reach https://discord.com (${reason}).`,
    });
  });

  it("is handled even if it is its own cause", () => {
    const error = coded("ECONNRESET");
    Object.assign(error, { cause: error });
    expect(describeNetworkFailure(url, error).reason).toBe("ECONNRESET");
  });
});

describe("the proxy hint", () => {
  const refused = wrapped(coded("ECONNREFUSED"));
  const adviceOf = () => describeNetworkFailure(url, refused).advice;

  it.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"])(
    "names the unused variable %s",
    (name) => {
      vi.stubEnv(name, "http://me:hush@proxy.example:3128");
      expect(adviceOf()).toMatch(new RegExp(`^${name} is set, .*pass a fetch function`));
      expect(adviceOf()).not.toContain("hush");
    },
  );

  it("also appears if the global fetch is wrapped, but not for a custom fetch", () => {
    vi.stubEnv("HTTPS_PROXY", "http://proxy.example");
    const log = () => undefined;
    const own = () => Promise.reject(refused);
    expect(describeNetworkFailure(url, refused, loggedFetch(fetch, log)).advice).toContain("HTTPS_PROXY");
    expect(describeNetworkFailure(url, refused, loggedFetch(own, log)).advice).toBeUndefined();
    expect(describeNetworkFailure(url, refused, own).advice).toBeUndefined();
  });

  it("states that the request went through the proxy if Node's fetch uses one", async () => {
    vi.stubEnv("HTTPS_PROXY", "http://proxy.example");
    const key = Symbol.for("undici.globalDispatcher.1");
    // Node sets the dispatcher on the first fetch.
    await fetch("data:,");
    const before: unknown = Reflect.get(globalThis, key);
    const dispatcher = { constructor: { name: "EnvHttpProxyAgent" } };
    Reflect.set(globalThis, key, dispatcher);
    const advice = adviceOf();
    Reflect.set(globalThis, key, before);
    expect(advice).toMatch(/^The request went through the proxy set in HTTPS_PROXY/);
  });

  it("is omitted if the environment cannot be read", () => {
    vi.stubEnv("HTTPS_PROXY", "http://proxy.example");
    vi.stubGlobal("Deno", {});
    expect(adviceOf()).toBeUndefined();
    vi.unstubAllGlobals();
    vi.stubGlobal("process", undefined);
    const advice = adviceOf();
    vi.unstubAllGlobals();
    expect(advice).toBeUndefined();
  });
});

describe("findProxyVariable", () => {
  const env = { HTTPS_PROXY: "s", HTTP_PROXY: "p" };
  it.each([
    ["https://discord.com/", env, "HTTPS_PROXY"],
    ["http://discord.com/", env, "HTTP_PROXY"],
    ["https://discord.com/", { HTTP_PROXY: "p" }, "HTTP_PROXY"],
    ["http://discord.com/", { HTTPS_PROXY: "s" }, undefined],
    ["https://discord.com/", { ...env, https_proxy: "l" }, "https_proxy"],
    ["https://discord.com/", { ...env, https_proxy: "" }, "HTTPS_PROXY"],
    ["https://discord.com/", {}, undefined],
    ["http://127.0.0.1:8181/", env, undefined],
    ["http://localhost:8181/", env, undefined],
    ["http://app.localhost/", env, undefined],
    ["http://[::1]:8181/", env, undefined],
    ["https://discord.com/", { ...env, NO_PROXY: "*" }, undefined],
    ["https://discord.com/", { ...env, NO_PROXY: "a.example, Discord.com" }, undefined],
    ["https://discord.com/", { ...env, no_proxy: "discord.com", NO_PROXY: "" }, undefined],
    ["https://cdn.discord.com/", { ...env, NO_PROXY: ".discord.com" }, undefined],
    ["https://cdn.discord.com/", { ...env, NO_PROXY: "*.discord.com" }, undefined],
    ["https://notdiscord.com/", { ...env, NO_PROXY: "discord.com" }, "HTTPS_PROXY"],
    ["https://discord.com/", { ...env, NO_PROXY: "discord.com:443" }, undefined],
    ["http://discord.com/", { ...env, NO_PROXY: "discord.com:80" }, undefined],
    ["https://discord.com/", { ...env, NO_PROXY: "discord.com:8443" }, "HTTPS_PROXY"],
  ])("returns the variable for %s with %j: %s", (address, variables, name) => {
    expect(findProxyVariable(address, variables)).toBe(name);
  });
});
