import { expect, test } from "vitest";
import { checkRedis, type RedisHealthOptions } from "../../../../src/server/redis/health.ts";

test("reports a healthy Redis if it accepts an expiring write", async () => {
  const sent: unknown[] = [];
  const command = async (args: readonly string[]) => (sent.push(args), "OK");
  await expect(checkRedis({ command, prefix: "game:" })).resolves.toEqual({
    isHealthy: true,
    durationMs: expect.any(Number) as number,
  });
  expect(sent).toEqual([["EVALSHA", expect.any(String), "1", "game:{health}"]]);
});

test.each([
  ["READONLY You can't write against a read only replica.", "store_read_only"],
  ["OOM command not allowed when used memory > 'maxmemory'.", "store_full"],
  ["connect ECONNREFUSED 127.0.0.1:6379", "store_unreachable"],
])("reports an unhealthy Redis with the reason: %s", async (message, code) => {
  const health = await checkRedis({ command: () => Promise.reject(new Error(message)) });
  expect(health).toMatchObject({ isHealthy: false, error: { code } });
});

test("stops waiting if the signal is aborted", async () => {
  const stop = new AbortController();
  const check = checkRedis({ command: () => new Promise(() => undefined), signal: stop.signal });
  stop.abort();
  await expect(check).rejects.toMatchObject({ code: "aborted" });
});

test("rejects invalid options", async () => {
  await expect(checkRedis({ command: 5 } as unknown as RedisHealthOptions)).rejects.toThrow(
    "options.command",
  );
});
