import { expect, test } from "vitest";
import { checkRedis, type RedisHealthOptions } from "../../../../src/server/redis/health.ts";

test("Redis is healthy when it takes a write that ends by itself", async () => {
  const sent: unknown[] = [];
  const command = async (args: readonly string[]) => (sent.push(args), "OK");
  await expect(checkRedis({ command, prefix: "game:" })).resolves.toEqual({
    isHealthy: true,
    ms: expect.any(Number) as number,
  });
  expect(sent).toEqual([["EVALSHA", expect.any(String), "1", "game:{health}"]]);
});

test.each([
  ["READONLY You can't write against a read only replica.", "store_read_only"],
  ["OOM command not allowed when used memory > 'maxmemory'.", "store_full"],
  ["connect ECONNREFUSED 127.0.0.1:6379", "store_unreachable"],
])("%s: it is not, and the result says why", async (message, code) => {
  const health = await checkRedis({ command: () => Promise.reject(new Error(message)) });
  expect(health).toMatchObject({ isHealthy: false, error: { code } });
});

test("Redis that gives no answer is not healthy", async () => {
  const health = await checkRedis({ command: () => new Promise(() => undefined), timeoutMs: 1 });
  expect(health).toMatchObject({ isHealthy: false, error: { code: "store_unreachable" } });
});

test("Nobody waits for Redis whose signal is aborted", async () => {
  const stop = new AbortController();
  const check = checkRedis({ command: () => new Promise(() => undefined), signal: stop.signal });
  stop.abort();
  await expect(check).rejects.toMatchObject({ code: "aborted" });
});

test("wrong options are refused", async () => {
  await expect(checkRedis({ command: 5 } as unknown as RedisHealthOptions)).rejects.toThrow(
    "options.command",
  );
});
