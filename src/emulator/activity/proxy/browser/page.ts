// Runs before all other scripts on every page of an Activity. Changes https URLs from the SDK's `patchUrlMappings` to http,
// because the emulator has no certificate.

import { plainAddress } from "../../../base/plain-address.ts";

const reachable = (address: string | URL): string | URL => plainAddress(address, location);

async function remade(request: Request, url: string | URL): Promise<Request> {
  const { method, headers, credentials, cache, redirect, referrer, integrity, keepalive, signal } = request;
  const body = method === "GET" || method === "HEAD" ? null : await request.blob();
  const init = { method, headers, credentials, cache, redirect, referrer, integrity, keepalive, signal };
  return new Request(url, { ...init, body });
}

const ask = window.fetch.bind(window);
window.fetch = async (input, init) => {
  if (!(input instanceof Request)) return ask(reachable(input), init);
  const url = reachable(input.url);
  return ask(url === input.url ? input : await remade(input, url), init);
};

window.WebSocket = class extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(reachable(url), protocols);
  }
};

const open = Reflect.get(XMLHttpRequest.prototype, "open") as (...args: unknown[]) => void;
XMLHttpRequest.prototype.open = function openHere(
  this: XMLHttpRequest,
  method: string,
  url: string | URL,
  ...more: unknown[]
) {
  // `open()` distinguishes a missing third argument (`async`) from `undefined`.
  open.call(this, method, reachable(url), ...more);
};

if (window.parent === window && !new URLSearchParams(location.search).has("frame_id")) {
  // oxlint-disable-next-line no-console -- developers of an Activity look here first
  console.warn(
    "[slashpass] This Activity page was opened outside a client, so the SDK will report that frame_id is not " +
      "defined. Launch the Activity from the emulator's page instead.",
  );
}
