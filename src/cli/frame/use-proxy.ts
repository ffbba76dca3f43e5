import * as http from "node:http";
import { findProxyVariable, hostsWithoutProxy, type Variables } from "../../core/request/network-failure.ts";
import { misunderstood } from "./failure.ts";

/** Missing in Node 20; applies to `fetch` and `node:http` (Node.js, HTTP, "Built-in Proxy Support"). */
type SetGlobalProxy = (env: { http_proxy: string; https_proxy: string; no_proxy: string }) => void;

/** @throws Failure `proxy_invalid`. Its message names the variable but omits the value, which may contain a password. */
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
  // Node's `fetch` uses a different undici version, which does not support this agent.
  globalThis.fetch = fetch as typeof globalThis.fetch;
}

function readProxies(env: Variables) {
  const noProxy = hostsWithoutProxy(env);
  if (noProxy.includes("*")) return undefined;
  const [httpProxy, httpsProxy] = ["http", "https"].map((scheme) => {
    const variable = findProxyVariable(`${scheme}://any-host/`, { ...env, no_proxy: "" });
    return variable === undefined ? "" : parseProxy(variable, env[variable]).href;
  }) as [string, string];
  return httpsProxy === "" ? undefined : { httpProxy, httpsProxy, noProxy: noProxy.join(",") };
}

/** Like curl, assumes http if there is no scheme. */
function parseProxy(variable: string, value = ""): URL {
  const address = value.includes("://") ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw misunderstood(
    `${variable} is not an HTTP proxy address.`,
    `Set it to a URL such as http://proxy.example:8080, or unset it.`,
    "proxy_invalid",
  );
}

export function describeProxy(url: string, env: Variables): string | undefined {
  const variable = findProxyVariable(url, env);
  if (variable === undefined) return undefined;
  const { origin } = parseProxy(variable, env[variable]);
  return `${origin} (${variable})`;
}
