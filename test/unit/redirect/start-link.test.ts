import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { openListener } from "../../../src/redirect/loopback-listener.ts";
import { prepareLoopback } from "../../../src/redirect/loopback.ts";
import { createPages } from "../../../src/redirect/page.ts";
import { openStartLink, type StartLink } from "../../../src/redirect/start-link.ts";

const target = "https://service.example/oauth2/authorize?state=a-state-0123456789";
let opened: StartLink[] = [];
afterEach(async () => {
  for (const link of opened) await link[Symbol.asyncDispose]();
  opened = [];
});

async function open() {
  const reused: unknown[] = [];
  const link = await prepareLoopback().openStartLink({ target, onReused: (error) => reused.push(error) });
  opened.push(link);
  return { link, reused };
}

interface Visit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

function visit(url: string, { method = "GET", headers = {} }: Visit = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const call = request(url, { method, headers, agent: false }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      call.on("error", reject).end();
    },
  );
}

describe("The link that a browser is started on", () => {
  it("says nothing of the sign-in, and cannot be guessed", async () => {
    const [one, two] = [await open(), await open()];
    expect(one.link.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/start\/[\w-]{43}$/);
    expect(one.link.secret).not.toBe(two.link.secret);
    const guess = one.link.url.replace(one.link.secret, two.link.secret);
    expect((await visit(guess)).status).toBe(404);
    expect(one.reused).toEqual([]);
  });

  it("forwards the first visit, without a trace in cache or Referer", async () => {
    const { link, reused } = await open();
    expect(await visit(link.url)).toMatchObject({
      status: 303,
      headers: { location: target, "cache-control": "no-store", "referrer-policy": "no-referrer" },
      body: "",
    });
    expect(reused).toEqual([]);
  });

  it("tells of the second visit, which learns nothing", async () => {
    const { link, reused } = await open();
    await visit(link.url);
    const { status, headers, body } = await visit(link.url);
    expect({ status, location: headers["location"] }).toEqual({ status: 410, location: undefined });
    expect(body).not.toContain("a-state-0123456789");
    expect(reused).toEqual([
      expect.objectContaining({ type: 8, code: "start_link_reused", retryable: true }),
    ]);
  });

  it.each<[string, Visit]>([
    ["HEAD", { method: "HEAD" }],
    ["POST", { method: "POST" }],
    ["a prefetch", { headers: { "sec-purpose": "prefetch;prerender" } }],
    ["a script", { headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } }],
    ["an image", { headers: { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" } }],
    ["a page of another origin", { headers: { origin: "https://evil.example" } }],
    ["another name for this machine", { headers: { host: "rebound.example" } }],
  ])("refuses %s, which does not count as a visit", async (_, wrong) => {
    const { link, reused } = await open();
    for (let time = 0; time < 3; time += 1) {
      const { status, headers } = await visit(link.url, wrong);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers["location"]).toBeUndefined();
    }
    expect((await visit(link.url)).status).toBe(303);
    await visit(link.url, wrong);
    await visit(new URL("/favicon.ico", link.url).href);
    expect(reused).toEqual([]);
  });

  it("is gone with its flow", async () => {
    const { link } = await open();
    await link[Symbol.asyncDispose]();
    await expect(visit(link.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("frees its port at once, and holds up nobody until the system says so", async () => {
    const listener = await openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
    const hanging = {
      ...listener,
      close: () => listener.close().then(() => new Promise<never>(() => undefined)),
    };
    const link = openStartLink(hanging, { target, renderPage: createPages(), onReused: () => undefined });
    await link[Symbol.asyncDispose]();
    expect(listener.server.listening).toBe(false);
  });
});
