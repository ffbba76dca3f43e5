// Records each request's time and instance. Prints its port; GET /arrivals returns the records.
import { createServer } from "node:http";

/** @type {{ readonly at: number, readonly instance: number }[]} */
const arrivals = [];

const server = createServer((request, response) => {
  const at = performance.now();
  if (request.url === "/arrivals") {
    response.end(JSON.stringify(arrivals));
    return;
  }
  // Each instance uses its own guild.
  arrivals.push({ at, instance: Number(/guilds\/\d+(\d\d)\b/.exec(request.url ?? "")?.[1]) });
  response.setHeader("content-type", "application/json");
  response.setHeader("x-ratelimit-bucket", "commands");
  response.setHeader("x-ratelimit-limit", "1000");
  response.setHeader("x-ratelimit-remaining", "999");
  response.setHeader("x-ratelimit-reset-after", "1");
  response.end("[]");
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" ? address?.port : address);
});
