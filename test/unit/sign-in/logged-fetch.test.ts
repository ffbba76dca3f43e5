import { expect, it, vi } from "vitest";
import { LoggingSeverity } from "../../../src/log/logger.ts";
import { loggedFetch } from "../../../src/client/connection.ts";

const init = {
  method: "POST",
  redirect: "manual",
  signal: new AbortController().signal,
  headers: { authorization: "Bearer s3cret" },
  body: "code=s3cret",
} as const;

it("logs the address and status of a request, without query, headers and body", async () => {
  const log = vi.fn();
  const response = new Response("s3cret", { status: 404 });
  const answer = await loggedFetch(() => Promise.resolve(response), log)(
    "https://a.example/b?code=s3cret",
    init,
  );
  expect(answer).toBe(response);
  expect(log.mock.calls).toEqual([
    [LoggingSeverity.Verbose, "http", expect.stringMatching(/^POST a\.example\/b 404 in \d+ ms$/)],
  ]);
});

it("rejects with the error of the request", async () => {
  const failure = new TypeError("fetch failed");
  const asking = loggedFetch(() => Promise.reject(failure), vi.fn())("https://a.example/b", init);
  await expect(asking).rejects.toBe(failure);
});
