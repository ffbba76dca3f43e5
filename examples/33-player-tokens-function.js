// Stores players' tokens in Redis, from an AWS Lambda function with a function URL. Each instance creates the top-level objects
// once; all instances share the store.
import { Redis } from "ioredis";
import { redisPlayerStore } from "slashpass/redis";
import { createPlayerTokens, createTokenHandler } from "slashpass/server";

const redis = new Redis(process.env["REDIS_URL"] ?? "redis://127.0.0.1", { lazyConnect: true });
redis.on("error", (error) => console.error("Redis:", error.message));

const tokens = createPlayerTokens({
  applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "",
  clientSecret: process.env["SLASHPASS_CLIENT_SECRET"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"],
  store: redisPlayerStore({
    command: ([name, ...args]) => redis.call(name, ...args),
    keys: [Buffer.from(process.env["TOKENS_KEY"] ?? "", "hex")],
  }),
});
const answer = createTokenHandler({ tokens });

/**
 * @param {{ requestContext: { http: { method: string } }, headers: Record<string, string>, body?: string, isBase64Encoded?: boolean }} event
 */
export async function handler({ requestContext, headers, body = "", isBase64Encoded = false }) {
  const { method } = requestContext.http;
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const response = await answer(
    new Request("https://function/tokens", { method, headers, ...(method === "POST" && { body: bytes }) }),
  );
  // Lambda freezes the instance after the response, so background refreshes must finish first.
  await tokens.drain();
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
