import net from "node:net";
import { afterEach, beforeEach, expect, it, vi, describe } from "vitest";
import { LastPage, serveDonePage } from "../../../../src/sign-in/redirect/loopback-pages.ts";
import { type LoopbackListener, openListener } from "../../../../src/sign-in/redirect/loopback-server.ts";
import { parseLoopbackAddress } from "../../../../src/sign-in/options.ts";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Ending } from "../../../../src/sign-in/redirect/receiver.ts";
import { visit } from "../../../flow/fixtures/visit.js";

const minute = 60_000;
const displayedPage = { displayed: Promise.resolve(), closeEarly: () => undefined };
const long = { untilDisplayed: false };
const listeners: LoopbackListener[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const { close } of listeners.splice(0)) await close();
});

async function open(): Promise<LoopbackListener> {
  const listener = await openListener(parseLoopbackAddress({}));
  listeners.push(listener);
  return listener;
}

it("listens for a minute without keeping the process alive", async () => {
  const { server, ...rest } = await open();
  const unref = vi.spyOn(server, "unref");
  await new LastPage().keep({ server, ...rest }, displayedPage, long);
  expect(unref).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(server.listening).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.listening).toBe(false);
});

it("keeps only the newest page open so that repeated sign-ins do not accumulate ports", async () => {
  const page = new LastPage();
  const [one, two] = [await open(), await open()];
  await page.keep(one, displayedPage, long);
  await page.keep(two, displayedPage, long);
  expect([one.server.listening, two.server.listening, vi.getTimerCount()]).toEqual([false, true, 1]);
});

it("closes the page together with the client and closes later pages immediately", async () => {
  const page = new LastPage();
  const [one, late] = [await open(), await open()];
  await page.keep(one, displayedPage, long);
  await page.close();
  await page.keep(late, displayedPage, long);
  expect([one.server.listening, late.server.listening, vi.getTimerCount()]).toEqual([false, false, 0]);
});

it("keeps the process and the client open until the browser has received the page", async () => {
  const page = new LastPage();
  const { server, ...rest } = await open();
  const unref = vi.spyOn(server, "unref");
  let show = (): void => undefined;
  const displayedLater = new Promise<void>((resolve) => (show = resolve));
  const closeEarly = vi.fn();
  await page.keep({ server, ...rest }, { displayed: displayedLater, closeEarly }, long);
  const closed = page.close();
  expect(closeEarly).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(minute);
  expect([server.listening, unref.mock.calls.length]).toEqual([true, 0]);
  show();
  await closed;
  expect([server.listening, unref.mock.calls.length]).toEqual([false, 1]);
});

it("frees a game-chosen port as soon as the browser has received the page", async () => {
  const page = new LastPage();
  const listener = await open();
  await page.keep(listener, displayedPage, { untilDisplayed: true });
  await vi.advanceTimersByTimeAsync(0);
  await page.end();
  expect(listener.server.listening).toBe(false);
});

describe("a finished flow's page", () => {
  beforeEach(() => void vi.useRealTimers());

  async function serve() {
    const listener = await open();
    let end: (ending: Ending) => void = () => undefined;
    const ending = new Promise<Ending>((resolve) => (end = resolve));
    const page = serveDonePage(listener, ending, ({ outcome }, language) => ({
      html: `<p>${outcome} ${language}`,
      headers: {},
    }));
    return { base: `http://${listener.authority}`, listener, end, page, displayed: page.displayed };
  }

  it("waits for the sign-in's outcome and then shows it", async () => {
    const { base, end } = await serve();
    const visited = visit(`${base}/done`);
    setImmediate(() => end({ outcome: "failed" }));
    expect(await visited).toMatchObject({ status: 200, page: "<p>failed undefined" });
  });

  it("shows a neutral page after three seconds and the outcome after a reload", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { base, listener, end } = await serve();
    const requested = once(listener.server, "request");
    const visited = visit(`${base}/done`);
    await requested;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await visited).toMatchObject({ page: "<p>returned undefined" });
    end({ outcome: "signed-in" });
    expect(await visit(`${base}/done`)).toMatchObject({ page: "<p>signed-in undefined" });
  });

  it("stops waiting for the outcome when the client closes", async () => {
    const { base, listener, page } = await serve();
    const requested = once(listener.server, "request");
    const visited = visit(`${base}/done`);
    await requested;
    page.closeEarly();
    expect(await visited).toMatchObject({ page: "<p>returned undefined" });
    await page.displayed;
  });

  it("serves the page repeatedly and resolves `displayed` after the first response", async () => {
    const { base, displayed, end } = await serve();
    end({ outcome: "signed-in" });
    expect(await visit(`${base}/done`)).toMatchObject({ status: 200, page: "<p>signed-in undefined" });
    await displayed;
    expect(await visit(`${base}/done?x=1`)).toMatchObject({ status: 200 });
  });

  /** Sends one request and resolves with the received bytes once the connection is closed. */
  async function receive({ authority }: LoopbackListener, path: string, header = ""): Promise<string> {
    const socket = net.connect(Number(authority.split(":")[1]), "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (text: string) => (received += text));
    socket.on("error", () => undefined).write(`GET ${path} HTTP/1.1\r\nHost: ${authority}\r\n${header}\r\n`);
    await once(socket, "close");
    return received;
  }

  it.each(["/", "/done/", "/callback/", "/favicon.ico"])(
    "does not respond to a request for %s",
    async (path) => {
      const { listener } = await serve();
      expect(await receive(listener, path)).toBe("");
    },
  );

  it("redirects a repeated callback to the page for ten seconds regardless of its parameters", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { listener } = await serve();
    for (const path of ["/callback?code=second&state=right", "/callback?code=%", "/callback"]) {
      const received = await receive(listener, path);
      expect(received).toMatch(/^HTTP\/1.1 303 /);
      expect(received).toContain(`location: http://${listener.authority}/done\r\n`);
      expect(received).not.toContain("second");
    }
    expect(await receive(listener, "/callback?code=x", "Sec-Fetch-Dest: image\r\n")).toBe("");
    vi.advanceTimersByTime(10_000);
    expect(await receive(listener, "/callback?code=second&state=right")).toBe("");
  });

  it("does not count as displayed if the browser disconnects before the response", async () => {
    const { base, listener, end, displayed } = await serve();
    const requested = once(listener.server, "request");
    const socket = net.connect(Number(listener.authority.split(":")[1]), "127.0.0.1");
    socket.write(`GET /done HTTP/1.1\r\nHost: ${listener.authority}\r\n\r\n`);
    const [, response] = (await requested) as [unknown, ServerResponse];
    socket.destroy();
    await once(response, "close");
    end({ outcome: "signed-in" });
    expect(
      await Promise.race([displayed.then(() => "shown"), new Promise((resolve) => setImmediate(resolve))]),
    ).toBe(undefined);
    expect(await visit(`${base}/callback?code=second`)).toMatchObject({ page: "<p>signed-in undefined" });
    await displayed;
  });

  it("waits only one second for the browser to request the page", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { displayed } = await serve();
    await vi.advanceTimersByTimeAsync(1_000);
    await displayed;
    expect(vi.getTimerCount()).toBe(0);
  });
});
