import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RedisCommand } from "../../src/server/redis/options.ts";
import { redisLimits, redisPlayerStore } from "../../src/server/redis/index.ts";
import { createPlayerTokens, createTokenHandler, type PlayerTokens } from "../../src/server/index.ts";
import { RedisServer } from "../setup/redis-server.ts";
import { needs } from "../setup/system-parts.ts";
import { TokenServiceInMemory } from "../setup/token-service.ts";

const applicationId = "1234567890123456789";
const player = "222222222222222222";
const keys = [randomBytes(32)];

describe("PlayerTokens with limits shared by a fleet", needs("redis-server"), () => {
  let server: RedisServer;
  let service: TokenServiceInMemory;
  let command: RedisCommand;
  const sent: string[] = [];

  beforeAll(async () => {
    server = await RedisServer.start();
    service = new TokenServiceInMemory();
    command = server.command();
  });
  afterAll(() => server.stop());

  const instance = (): PlayerTokens =>
    createPlayerTokens({
      applicationId,
      clientSecret: "the-client-secret",
      store: redisPlayerStore({ command, keys }),
      limits: redisLimits({
        command: (args, key) => {
          sent.push(args[0]);
          return command(args, key);
        },
        instances: 2,
        timeoutMs: 5000,
      }),
      fetch: service.fetch,
    });
  const exchange = (tokens: PlayerTokens) => tokens.exchange({ code: player, codeVerifier: "verifier" });

  it("sends two Redis commands per exchange and per refresh", async () => {
    const tokens = instance();
    // The first request loads the scripts into Redis.
    await exchange(tokens);
    sent.length = 0;
    service.expiresIn = 0.001;
    await exchange(tokens);
    expect(sent).toEqual(["EVALSHA", "EVALSHA"]);
    service.expiresIn = 600;
    expect(await tokens.accessToken(player)).toBe("access-1-2");
    expect(sent).toEqual(Array.from({ length: 4 }, () => "EVALSHA"));
    expect(await tokens.accessToken(player)).toBe("access-1-2");
    expect([sent.length, service.refreshes]).toEqual([4, 1]);
  });

  it("stops requests from every instance after one of them receives a 429", async () => {
    const [one, other] = [instance(), instance()];
    service.expiresIn = 0.001;
    await exchange(one);
    service.next.push(() => Response.json({ retry_after: 60 }, { status: 429 }));
    await expect(exchange(one)).rejects.toMatchObject({ code: "rate_limited", status: 429 });
    const before = service.requests.length;
    const refused = { code: "rate_limited", retryable: true };
    const over = {
      ...refused,
      message: expect.stringContaining("a player's token stopped: it would have to wait") as string,
    };
    await expect(other.accessToken(player)).rejects.toMatchObject(over);
    // Fails immediately, because waiting for a lease would not help.
    await expect(one.accessToken(player)).rejects.toMatchObject(over);
    const error = await exchange(other).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(refused);
    expect(String(error)).toMatch(
      /^ClientError: Exchanging the authorization code stopped: it would have to wait another \d+(?:\.\d+)? m?s \(bucket\), which is longer than its maximum wait\.$/,
    );
    const problems: unknown[] = [];
    const handler = createTokenHandler({ tokens: other, report: (problem) => problems.push(problem) });
    const body = JSON.stringify({ applicationId, code: player, codeVerifier: "verifier" });
    const answer = await handler(new Request("http://127.0.0.1/tokens", { method: "POST", body }));
    expect([answer.status, await answer.json()]).toMatchObject([429, { error: "rate_limited" }]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect([service.requests.length, problems]).toEqual([before, []]);
  });
});
