import { request } from "node:http";
import net from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLoopback } from "../../../src/redirect/loopback.ts";
import type { IgnoredReason, Judgement, RedirectReceiver } from "../../../src/redirect/receiver.ts";

let receiver: RedirectReceiver;
let ignored: IgnoredReason[];
let answer: Promise<string>;
const stop = new AbortController();

const judge = (parameters: URLSearchParams): Judgement<string> =>
  parameters.get("state") === "right"
    ? { answer: parameters.get("code") ?? "none", outcome: "returned" }
    : { ignored: "wrong_state" };

beforeEach(async () => {
  ignored = [];
  receiver = await openLoopback();
  answer = receiver.receive(judge, { signal: stop.signal, onIgnored: (reason) => ignored.push(reason) });
});
afterEach(() => receiver.close());

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

function ask(
  query: string,
  options: { method?: string; path?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port, pathname } = new URL(receiver.redirectUri);
  return new Promise((resolve, reject) => {
    const { method = "GET", path = pathname, headers = {} } = options;
    const call = request(
      { hostname, port, path: path + query, method, headers, agent: false },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    call.on("error", reject).end();
  });
}

const right = "?code=c0de&state=right";

describe("the loopback redirect", () => {
  it("listens on the literal address at a free port, with the path that the portal knows", () => {
    expect(receiver.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  });

  it("gives the answer of the first right redirect, and a page with strict headers", async () => {
    const page = await ask(right);
    expect(await answer).toBe("c0de");
    expect(page.status).toBe(200);
    expect(page.body).toContain("Return to the game");
    expect(page.body).not.toMatch(/script|window\.close|c0de|right"|https?:/);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      connection: "close",
    });
    expect(page.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; /,
    );
  });

  it.each([
    ["HEAD", right, { method: "HEAD" }, 405, "method"],
    ["OPTIONS", right, { method: "OPTIONS" }, 405, "method"],
    ["POST", right, { method: "POST" }, 405, "method"],
    ["another path", right, { path: "/" }, 404, "path"],
    ["the favicon", "", { path: "/favicon.ico" }, 404, "path"],
    ["a longer path", right, { path: "/callback/" }, 404, "path"],
    ["a foreign Host", right, { headers: { host: "evil.example" } }, 421, "host"],
    ["localhost as Host", right, { headers: { host: "localhost" } }, 421, "host"],
    ["a foreign Origin", right, { headers: { origin: "https://evil.example" } }, 403, "origin"],
    ["a prefetch", right, { headers: { "sec-purpose": "prefetch;prerender" } }, 503, "prefetch"],
    ["an old prefetch", right, { headers: { purpose: "prefetch" } }, 503, "prefetch"],
    [
      "an image",
      right,
      { headers: { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" } },
      403,
      "not_a_navigation",
    ],
    [
      "a script's fetch",
      right,
      { headers: { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" } },
      403,
      "not_a_navigation",
    ],
    ["a wrong state", "?code=c0de&state=wrong", {}, 400, "wrong_state"],
  ] as const)(
    "ignores %s, reports it, and goes on waiting",
    async (_name, query, options, status, reason) => {
      expect((await ask(query, options)).status).toBe(status);
      expect(ignored).toEqual([reason]);
      await ask(right);
      expect(await answer).toBe("c0de");
    },
  );

  it("takes a navigation as Chromium marks it", async () => {
    await ask(right, {
      headers: { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site" },
    });
    expect(await answer).toBe("c0de");
  });

  it("explains to the player that the link is old when the state is wrong", async () => {
    expect((await ask("?code=x&state=wrong")).body).toContain("This link is old");
  });

  it("is closed at once, silent connections included", async () => {
    const { port } = new URL(receiver.redirectUri);
    const silent = net.connect(Number(port), "127.0.0.1");
    await new Promise((resolve) => silent.once("connect", resolve));
    const gone = new Promise((resolve) => silent.once("close", resolve));
    silent.on("error", () => undefined);
    await receiver.close();
    await gone;
    await expect(ask(right)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("rejects with the reason of the signal", async () => {
    const other = await openLoopback();
    const controller = new AbortController();
    const waiting = other.receive(judge, { signal: controller.signal, onIgnored: () => undefined });
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await other.close();
  });
});
