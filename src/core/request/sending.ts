export { ask } from "./repetition.ts";
export { RateLimiter } from "./rate-limiter.ts";
export { Sender } from "./sender.ts";
