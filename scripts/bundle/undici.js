// The parts of undici that the program uses. undici's full index would be 50 % larger.
// @ts-expect-error undici ships types only for its index.
import api from "undici/lib/api/index.js";
// @ts-expect-error undici ships types only for its index.
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
// @ts-expect-error undici ships types only for its index.
import Agent from "undici/lib/dispatcher/env-http-proxy-agent.js";
// @ts-expect-error undici ships types only for its index.
export { setGlobalDispatcher } from "undici/lib/global.js";
// @ts-expect-error undici ships types only for its index.
export { fetch } from "undici/lib/web/fetch/index.js";

// As in undici's index; the proxy agent calls `connect`.
Object.assign(Dispatcher.prototype, api);
export const EnvHttpProxyAgent = Agent;
