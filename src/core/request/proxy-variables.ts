/** Variables of the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Hosts that are reached without a proxy even if NO_PROXY does not name them: the emulator listens there. */
const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The hosts that are reached without a proxy, each with its subdomains and perhaps a port; `*` means every host. */
export function hostsWithoutProxy(env: Variables): readonly string[] {
  const named = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  return [...loopbackHosts, ...named];
}

/**
 * The name of the variable whose proxy is meant for `url`: HTTPS_PROXY or HTTP_PROXY in lower or upper case. Undefined if none is set
 * and for {@link hostsWithoutProxy}. HTTP_PROXY also counts for https addresses if HTTPS_PROXY is not set, as in undici.
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
