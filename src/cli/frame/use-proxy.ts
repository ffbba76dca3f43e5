import * as http from "node:http";
import { findProxyVariable, hostsWithoutProxy, type Variables } from "../../core/request/proxy-variables.ts";
import { misunderstood } from "./failure.ts";

/** The settings of a proxy, as undici's and Node's own functions take them. */
interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** Newer than Node 20; it applies to `fetch` and to `node:http` (Node.js, HTTP, "Built-in Proxy Support"). */
type SetGlobalProxy = (env: { http_proxy: string; https_proxy: string; no_proxy: string }) => void;

/**
 * Lets every later `fetch` of this thread use the proxies of HTTPS_PROXY and HTTP_PROXY: by Node itself where it can, else by
 * undici, which is loaded only then.
 *
 * @param setGlobalProxy - Node's own function; null if it has none.
 * @throws Failure `proxy_invalid` that names the variable; its value may hold a password and is not shown.
 */
export async function useProxy(
  env: Variables,
  setGlobalProxy: SetGlobalProxy | null | undefined = (http as { setGlobalProxyFromEnv?: SetGlobalProxy })
    .setGlobalProxyFromEnv,
  loadUndici = () => import("undici"),
): Promise<void> {
  const proxies = readProxies(env);
  if (!proxies) return;
  const { httpProxy: http_proxy, httpsProxy: https_proxy, noProxy: no_proxy } = proxies;
  if (setGlobalProxy) return setGlobalProxy({ http_proxy, https_proxy, no_proxy });
  const { EnvHttpProxyAgent, fetch, setGlobalDispatcher } = await loadUndici();
  setGlobalDispatcher(new EnvHttpProxyAgent(proxies));
  // Node's own fetch has an older undici, which the agent of another version does not fit.
  globalThis.fetch = fetch as typeof globalThis.fetch;
}

/** The proxies of the environment; undefined if there are none, or no host may be reached through them. */
function readProxies(env: Variables): Proxies | undefined {
  const noProxy = hostsWithoutProxy(env);
  if (noProxy.includes("*")) return undefined;
  const [httpProxy, httpsProxy] = ["http", "https"].map((scheme) => {
    const variable = findProxyVariable(`${scheme}://any-host/`, { ...env, no_proxy: "" });
    return variable === undefined ? "" : parseProxy(variable, env[variable]).href;
  }) as [string, string];
  return httpsProxy === "" ? undefined : { httpProxy, httpsProxy, noProxy: noProxy.join(",") };
}

/** The address of the proxy in a variable; without a scheme it is http, as for curl. */
function parseProxy(variable: string, value = ""): URL {
  const address = value.includes("://") ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw misunderstood(
    `${variable} is not the address of an HTTP proxy.`,
    `Set it to an address such as http://proxy.example:8080, or unset it.`,
    "proxy_invalid",
  );
}

/**
 * The proxy for requests to `url`, for people, without its user and password; undefined if they need none.
 *
 * @throws Failure `proxy_invalid`.
 */
export function describeProxy(url: string, env: Variables): string | undefined {
  const variable = findProxyVariable(url, env);
  if (variable === undefined) return undefined;
  const { origin } = parseProxy(variable, env[variable]);
  return `${origin} (${variable})`;
}
