import { expect, test } from "vitest";
import { createOAuthFetch } from "../../../../src/core/request/oauth-fetch.ts";

const request = { headers: { accept: "application/json" }, body: new URLSearchParams({ code: "c" }) };
const refuse = ({ status, text }: { status: number; text: string }) => new Error(`${status} ${text}`);

function asking(response: () => Response, onText?: (text: string) => void) {
  const fetch = () => Promise.resolve(response());
  return createOAuthFetch({ operation: "Asking", timeoutMs: 60_000, fetch, refuse, onText });
}

test("reports a successful response's body before it returns the response", async () => {
  const texts: string[] = [];
  const ask = asking(
    () => Response.json({ well: true }),
    (text) => texts.push(text),
  );
  const response = await ask("https://service.example/token", request);
  expect(texts).toEqual(['{"well":true}']);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({ well: true });
  expect(await response.text()).toBe('{"well":true}');
});

test("adds no content type to a response without one", async () => {
  const ask = asking(() => new Response(new TextEncoder().encode("{}")));
  const response = await ask("https://service.example/token", request);
  expect(response.headers.get("content-type")).toBe("");
});

test.each([201, 302, 400, 500])("rejects status %i", async (status) => {
  const ask = asking(() => new Response("no", { status }));
  await expect(ask("https://service.example/token", request)).rejects.toThrow(`${status} no`);
});
