// An HTTP server in front of the serverless function example, as a cloud provider would run it.
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { handler } from "../../examples/33-player-tokens-function.js";

const server = createServer(async (request, response) => {
  const event = {
    requestContext: { http: { method: request.method ?? "" } },
    headers: {},
    body: await text(request),
  };
  const { statusCode, headers, body } = await handler(event);
  response.writeHead(statusCode, headers).end(body);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
process.stdout.write(`port: ${typeof address === "object" ? address?.port : ""}\n`);
