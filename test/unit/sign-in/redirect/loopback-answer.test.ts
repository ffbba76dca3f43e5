import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { sendOn, sendPage, sendStatus } from "../../../../src/sign-in/redirect/loopback-server.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

async function answered(listener: RequestListener): Promise<Response> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { redirect: "manual" });
}

it.each([
  [405, "GET"],
  [404, null],
])("sends an empty %d response, with an Allow header only for a wrong method", async (status, allow) => {
  const response = await answered((_request, reply) => sendStatus(reply, status));
  expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([
    status,
    allow,
    "",
  ]);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

it("resolves when a page has been delivered", async () => {
  const delivered: Promise<void>[] = [];
  const response = await answered((_request, reply) => {
    delivered.push(sendPage(reply, 200, { html: "<p>Grüße</p>", headers: { "content-type": "text/html" } }));
  });
  expect(await response.text()).toBe("<p>Grüße</p>");
  await Promise.all(delivered);
  expect(delivered).toHaveLength(1);
});

it("redirects the browser without a Referer", async () => {
  const response = await answered((_request, reply) => sendOn(reply, "https://service.example/?state=s"));
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    "https://service.example/?state=s",
  ]);
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.headers.get("cache-control")).toBe("no-store");
});
