export { ask } from "./sender.ts";
export { RateLimiter } from "./rate-limiter.ts";
export { Sender } from "./sender.ts";
