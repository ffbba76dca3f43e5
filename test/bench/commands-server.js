// The benchmarks' API server: 100 ms latency, rate-limit buckets per route and guild, 50 requests per second in total. Prints its
// port.
import { createServer } from "node:http";

const latencyMs = 100;
const bucketLimit = 5;
const bucketSeconds = 5;
const globalLimit = 50;

/** @type {Map<string, { remaining: number, resetAt: number }>} */
const buckets = new Map();
/** @type {number[]} */
let recent = [];
/** @type {Map<string, unknown[]>} */
const stored = new Map();
let counts = { requests: 0, writes: 0, refused: 0 };
let nextId = 1000;

createServer(async (request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "GET", url = "/" } = request;
  if (url === "/counts") {
    response.end(JSON.stringify(counts));
    counts = { requests: 0, writes: 0, refused: 0 };
    return;
  }
  counts.requests++;
  const now = performance.now();
  recent = recent.filter((at) => at > now - 1000);
  const key = `${method} ${url.split("?")[0]}`;
  const bucket = buckets.get(key);
  const current =
    bucket && bucket.resetAt > now ? bucket : { remaining: bucketLimit, resetAt: now + bucketSeconds * 1000 };
  buckets.set(key, current);
  const isGlobal = recent.length >= globalLimit;
  const isRefused = isGlobal || current.remaining <= 0;
  const retryAfter = isGlobal ? ((recent[0] ?? now) + 1000 - now) / 1000 : (current.resetAt - now) / 1000;
  if (!isRefused) {
    recent.push(now);
    current.remaining--;
  }
  setTimeout(() => {
    response.setHeader("content-type", "application/json");
    response.setHeader("x-ratelimit-bucket", `${method}-commands`);
    response.setHeader("x-ratelimit-limit", `${bucketLimit}`);
    response.setHeader("x-ratelimit-remaining", `${Math.max(0, current.remaining)}`);
    response.setHeader(
      "x-ratelimit-reset-after",
      `${Math.max(0, (current.resetAt - performance.now()) / 1000)}`,
    );
    if (isRefused) {
      counts.refused++;
      if (isGlobal) response.setHeader("x-ratelimit-global", "true");
      response.setHeader("x-ratelimit-scope", isGlobal ? "global" : "user");
      response.setHeader("retry-after", `${Math.ceil(retryAfter)}`);
      response.statusCode = 429;
      response.end(
        JSON.stringify({ message: "You are being rate limited.", retry_after: retryAfter, global: isGlobal }),
      );
      return;
    }
    response.end(JSON.stringify(answer(method, url, Buffer.concat(chunks).toString())));
  }, latencyMs);
}).listen(
  0,
  "127.0.0.1",
  /** @this {import("node:http").Server} */ function () {
    const address = this.address();
    console.log(typeof address === "object" ? address?.port : address);
  },
);

/**
 * @param {string} method
 * @param {string} url
 * @param {string} body
 */
function answer(method, url, body) {
  const [scope = ""] = url.split("?");
  if (method === "PUT") {
    counts.writes++;
    const commands = JSON.parse(body).map((/** @type {object} */ command) => ({
      application_id: "1",
      id: `${nextId++}`,
      version: `${nextId++}`,
      type: 1,
      ...command,
    }));
    stored.set(scope, commands);
  }
  return stored.get(scope) ?? [];
}
