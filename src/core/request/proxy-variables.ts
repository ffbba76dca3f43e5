export type Variables = Readonly<Record<string, string | undefined>>;

/** Never proxied, even if NO_PROXY does not list them, because the emulator listens on loopback. */
const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Returns the hosts whose requests bypass the proxy. Entries include subdomains and may have a port; `*` means every host. */
export function hostsWithoutProxy(env: Variables): readonly string[] {
  const named = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  return [...loopbackHosts, ...named];
}

/**
 * Returns the name of the variable that sets the proxy for `url`: HTTPS_PROXY or HTTP_PROXY, in lower or upper case. Like undici,
 * falls back to HTTP_PROXY for https URLs.
 */
export function findProxyVariable(url: string, env: Variables): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  const isHttps = protocol === "https:";
  const ownPort = port || (isHttps ? "443" : "80");
  const isExempt = hostsWithoutProxy(env).some((entry) => {
    const [, host = "", onPort = ownPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return host === "*" || (onPort === ownPort && (hostname === host || hostname.endsWith(`.${host}`)));
  });
  const names = [...(isHttps ? ["https_proxy", "HTTPS_PROXY"] : []), "http_proxy", "HTTP_PROXY"];
  return isExempt ? undefined : names.find((name) => env[name]);
}
