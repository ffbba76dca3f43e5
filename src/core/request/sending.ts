export { ask } from "./ask.ts";
export { RateLimiter } from "./rate-limiter.ts";
export { Sender } from "./sender.ts";
