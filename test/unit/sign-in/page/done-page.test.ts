import { once } from "node:events";
import net from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { serveDonePage } from "../../../../src/sign-in/page/last-page.ts";
import { type LoopbackListener, openListener } from "../../../../src/sign-in/redirect/loopback-server.ts";
import { parsePlace } from "../../../../src/sign-in/redirect/loopback-options.ts";
import { visit } from "../../../flow/fixtures/visit.js";

const opened: LoopbackListener[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const { close } of opened.splice(0)) await close();
});

async function serve() {
  const listener = await openListener(parsePlace({}));
  opened.push(listener);
  const page = (language: string | undefined) => ({ html: `<p>${language}`, headers: {} });
  return { base: `http://${listener.authority}`, listener, shown: serveDonePage(listener, page) };
}

it("The page is there as often as it is asked for, and is said to be shown after the first time", async () => {
  const { base, shown } = await serve();
  expect(await visit(`${base}/done`)).toMatchObject({ status: 200, page: "<p>undefined" });
  await shown;
  expect(await visit(`${base}/done?x=1`)).toMatchObject({ status: 200 });
});

it.each(["/callback?code=c0de&state=right", "/", "/done/", "/favicon.ico"])(
  "%s gets no answer",
  async (path) => {
    const { listener } = await serve();
    const socket = net.connect(Number(listener.authority.split(":")[1]), "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => (received += text));
    socket.on("error", () => undefined).write(`GET ${path} HTTP/1.1\r\nHost: ${listener.authority}\r\n\r\n`);
    await once(socket, "close");
    expect(received).toBe("");
  },
);

it("A browser that does not come for it holds nobody up for more than a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { shown } = await serve();
  await vi.advanceTimersByTimeAsync(1_000);
  await shown;
  expect(vi.getTimerCount()).toBe(0);
});
