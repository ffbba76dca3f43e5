import type { RequestOptions } from "node:http";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openListener } from "../../../../src/sign-in/redirect/loopback-server.ts";
import { prepareLoopback } from "../../../../src/sign-in/redirect/loopback.ts";
import { createPages } from "../../../../src/sign-in/page/page.ts";
import type { Peer } from "../../../../src/sign-in/redirect/peer.ts";
import type { IgnoredReason } from "../../../../src/sign-in/redirect/receiver.ts";
import { openStartLink, type StartLink } from "../../../../src/sign-in/redirect/loopback-pages.ts";
import { visitOnce as visit } from "../../../flow/fixtures/visit.js";
import { throwing } from "../../../setup/throwing.ts";

const target = "https://service.example/oauth2/authorize?state=a-state-0123456789";
let opened: StartLink[] = [];
afterEach(async () => {
  for (const link of opened) await link[Symbol.asyncDispose]();
  opened = [];
});

/** Opens a link that is visited by these peers in turn, then by the player's own browser. */
async function open(visitors: readonly Peer[] = []) {
  const coming = [...visitors];
  const findPeer = () => Promise.resolve(coming.shift() ?? "own");
  const loopback = prepareLoopback({}, undefined, { findPeer });
  const ignored: IgnoredReason[] = [];
  const link = await loopback.openStartLink({ target, onIgnored: (reason) => ignored.push(reason) });
  opened.push(link);
  const reused: unknown[] = [];
  link.reused.addEventListener("abort", () => reused.push(link.reused.reason));
  return { link, loopback, ignored, reused };
}

describe("start link", () => {
  it("reveals nothing about the sign-in and cannot be guessed", async () => {
    const [one, two] = [await open(), await open()];
    expect(one.link.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/start\/[\w-]{43}$/);
    expect(one.link.secret).not.toBe(two.link.secret);
    const guess = one.link.url.replace(one.link.secret, two.link.secret);
    expect((await visit(guess)).status).toBe(404);
    expect(one.reused).toEqual([]);
  });

  it("redirects the first visit without caching or a Referer", async () => {
    const { link, reused } = await open();
    expect(await visit(link.url)).toMatchObject({
      status: 303,
      location: target,
      headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" },
      page: "",
    });
    expect(reused).toEqual([]);
  });

  it("reports a second visit and does not redirect it", async () => {
    const { link, reused } = await open();
    await visit(link.url);
    const { status, location, page } = await visit(link.url);
    expect({ status, location }).toEqual({ status: 410, location: undefined });
    expect(page).not.toContain("a-state-0123456789");
    expect(reused).toEqual([
      expect.objectContaining({ type: 8, code: "start_link_reused", retryable: true }),
    ]);
  });

  it.each<[string, RequestOptions]>([
    ["HEAD", { method: "HEAD" }],
    ["POST", { method: "POST" }],
    ["a prefetch", { headers: { "sec-purpose": "prefetch;prerender" } }],
    ["a script", { headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } }],
    ["an image", { headers: { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" } }],
    ["a page from another origin", { headers: { origin: "https://evil.example" } }],
    ["another name for this machine", { headers: { host: "rebound.example" } }],
  ])("rejects %s and does not count it as a visit", async (_, wrong) => {
    const { link, reused } = await open();
    for (let time = 0; time < 3; time += 1) {
      const { status, location } = await visit(link.url, wrong);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(location).toBeUndefined();
    }
    expect((await visit(link.url)).status).toBe(303);
    await visit(link.url, wrong);
    await visit(new URL("/favicon.ico", link.url).href);
    expect(reused).toEqual([]);
  });

  it("frees its port without waiting until all connections are closed", async () => {
    const listener = await openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
    const hanging = {
      ...listener,
      close: () => listener.close().then(() => new Promise<never>(() => undefined)),
    };
    const link = openStartLink(hanging, {
      target,
      renderPage: createPages(),
      findPeer: () => Promise.resolve("own"),
      onIgnored: () => undefined,
    });
    await link[Symbol.asyncDispose]();
    expect(listener.server.listening).toBe(false);
  });
});

const refused = { code: "ECONNREFUSED" };

/** Opens a link that is visited by these peers in turn, on a listener that the test can observe. */
async function openOnListener(
  visitors: Peer[],
  onIgnored: (reason: IgnoredReason) => void = () => undefined,
) {
  const listener = await openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
  onTestFinished(() => listener.close());
  const findPeer = () => Promise.resolve(visitors.shift() ?? "own");
  const link = openStartLink(listener, { target, renderPage: createPages(), findPeer, onIgnored });
  return { listener, link };
}

describe("visit by another user", () => {
  it("is rejected, does not count and does not prevent the player's own visit", async () => {
    const { link, ignored, reused } = await open(["foreign", "foreign", "own", "foreign"]);
    for (const status of [403, 403, 303, 403]) {
      const location = status === 303 ? target : undefined;
      expect(await visit(link.url)).toMatchObject({ status, page: "", location });
    }
    expect(ignored).toEqual(["other_user", "other_user", "other_user"]);
    expect(reused).toEqual([]);
  });

  it("closes only its own connection if the `onIgnored` callback throws", async () => {
    const mistake = throwing(new Error("a mistake of the game's"));
    const { link } = await openOnListener(["foreign", "own"], mistake);
    await visit(link.url).catch(() => undefined);
    expect((await visit(link.url)).status).toBe(303);
  });
});

describe("after a sign-in", () => {
  it.each<[string, readonly Peer[]]>([
    ["nobody has opened", []],
    ["this user has opened", ["own"]],
  ])("immediately closes a link that %s", async (_who, visitors) => {
    const { link } = await open(visitors);
    for (const _visitor of visitors) await visit(link.url);
    link.watch();
    await link[Symbol.asyncDispose]();
    await expect(visit(link.url)).rejects.toMatchObject(refused);
  });

  it("listens for ten seconds after a visit by an unknown user and reports a later visit", async () => {
    const { link, reused } = await open(["unknown"]);
    await visit(link.url);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    link.watch();
    await link[Symbol.asyncDispose]();
    await vi.advanceTimersByTimeAsync(9_999);
    const { status, location, page } = await visit(link.url);
    expect({ status, location }).toEqual({ status: 410, location: undefined });
    expect(page).not.toContain("a-state-0123456789");
    expect(reused).toEqual([expect.objectContaining({ type: 8, code: "start_link_reused" })]);
    await vi.advanceTimersByTimeAsync(1);
    await expect(visit(link.url)).rejects.toMatchObject(refused);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not keep the process alive while it listens and ignores another user's visit", async () => {
    const { listener, link } = await openOnListener(["unknown", "foreign"]);
    const unref = vi.spyOn(listener.server, "unref");
    await visit(link.url);
    const timers = vi.spyOn(globalThis, "setTimeout");
    link.watch();
    const timer = timers.mock.results[0]?.value as NodeJS.Timeout;
    expect([unref.mock.calls.length, timer.hasRef()]).toEqual([1, false]);
    timers.mockRestore();
    expect((await visit(link.url)).status).toBe(403);
    expect(link.reused.aborted).toBe(false);
  });

  it("closes the link together with the client, even during another sign-in", async () => {
    const { link, loopback } = await open(["unknown"]);
    await visit(link.url);
    link.watch();
    await link[Symbol.asyncDispose]();
    const other = await loopback.openStartLink({ target, onIgnored: () => undefined });
    await loopback.close();
    for (const { url } of [link, other]) await expect(visit(url)).rejects.toMatchObject(refused);
  });

  it("closes the link immediately if there was a second visit during the sign-in", async () => {
    const { link } = await open(["unknown", "unknown"]);
    await visit(link.url);
    await visit(link.url);
    link.watch();
    await link[Symbol.asyncDispose]();
    await expect(visit(link.url)).rejects.toMatchObject(refused);
  });
});
