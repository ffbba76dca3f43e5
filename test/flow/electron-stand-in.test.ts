// Tests the stand-in itself. The flow tests for slashpass/electron depend on each of these properties.
import { beforeAll, describe, expect, it } from "vitest";
import type { Frame, IpcEvent } from "../../src/electron/electron-api.ts";
import { useChromium } from "../setup/browser.ts";
import { electronClone } from "../setup/electron/clone.js";
import { startGameServer } from "../setup/electron/game-server.ts";
import { ElectronStandIn } from "../setup/electron/stand-in.ts";
import { attachWindow } from "../setup/electron/window.ts";
import { needs } from "../setup/system-parts.ts";

const preload = `
  const { contextBridge, ipcRenderer } = require("electron");
  class Instance { value = 1; }
  contextBridge.exposeInMainWorld("test", {
    isMainFrame: () => process.isMainFrame,
    invoke: (value) => ipcRenderer.invoke("test", value),
    invokeFunction: () => ipcRenderer.invoke("test", () => 1),
    invokeInstance: () => ipcRenderer.invoke("test", new Instance()),
    returnInstance: () => new Instance(),
    fail: async () => { throw Object.assign(new Error("failed"), { code: "lost" }); },
    listen: (listener) => void ipcRenderer.on("event", (_event, value) => listener(value)),
  });`;

describe("the stand-in for Electron's pages", needs("Chromium"), () => {
  const { newPage } = useChromium();
  let senders: { isTop: boolean; origin: string }[];
  let sentinel: unknown;
  beforeAll(() => {
    senders = [];
  });

  async function open(frame?: string) {
    const standIn = new ElectronStandIn({ userData: "/nonexistent" });
    standIn.ipcMain.handle("test", ({ senderFrame }: IpcEvent, value) => {
      const { parent, origin } = senderFrame as Frame;
      senders.push({ isTop: parent === null, origin });
      sentinel = value;
      return value;
    });
    const server = await startGameServer("", frame);
    const { page } = await newPage();
    const window = await attachWindow(standIn, page, { preload });
    await page.goto(server.origin);
    return { standIn, page, window, server };
  }

  it("runs the preload script before the page's scripts, in the top frame only", async () => {
    await using inner = await startGameServer("");
    const { page, server } = await open(inner.origin);
    await using _server = server;
    expect(await page.evaluate("test.isMainFrame()")).toBe(true);
    const frame = page.frames().find((one) => one.url().startsWith(inner.origin));
    expect(await frame?.evaluate("typeof test")).toBe("undefined");
  });

  it("derives the sender from the browser, whatever the page sends", async () => {
    await using inner = await startGameServer("");
    const { page, server, window } = await open(inner.origin);
    await using _server = server;
    senders = [];
    await page.evaluate("test.invoke({ senderFrame: 'forged' })");
    await window.invokeIn(inner.origin, "test", { origin: server.origin, parent: null });
    expect(senders).toEqual([
      { isTop: true, origin: server.origin },
      { isTop: false, origin: inner.origin },
    ]);
  });

  it("hides the preload script's world from the page", async () => {
    const { page, server } = await open();
    await using _server = server;
    const hidden = ["electronStandIn", "slashpassIpc", "require", "process", "ipcRenderer"];
    const types = await page.evaluate(`[${hidden.map((name) => `typeof ${name}`).join(", ")}]`);
    expect(types).toEqual(hidden.map(() => "undefined"));
  });

  it("copies every value and rejects functions and class instances", async () => {
    const { page, server, standIn, window } = await open();
    await using _server = server;
    expect(
      await page.evaluate(
        "{ const value = { a: [1] }; test.invoke(value).then((copy) => copy !== value && copy.a[0]) }",
      ),
    ).toBe(1);
    expect(sentinel).toEqual({ a: [1] });
    for (const name of ["invokeFunction", "invokeInstance"])
      await expect(page.evaluate(`test.${name}()`)).rejects.toThrow("could not be cloned");
    await expect(page.evaluate("test.returnInstance()")).rejects.toThrow("could not be cloned");
    await page.evaluate("test.listen((value) => (globalThis.heard = value))");
    window.contents.mainFrame.send("event", { a: 1 });
    await expect.poll(() => page.evaluate("globalThis.heard")).toEqual({ a: 1 });
    expect(() => window.contents.mainFrame.send("event", () => 1)).toThrow("could not be cloned");
    expect(standIn.traffic.length).toBeGreaterThan(0);
  });

  it("reduces errors to their messages", async () => {
    const { page, server } = await open();
    await using _server = server;
    expect(await page.evaluate("test.fail().catch(({ message, code }) => [message, code])")).toEqual([
      "failed",
      undefined,
    ]);
  });
});

describe("electronClone", () => {
  it("copies plain data, maps, dates and bytes", () => {
    const value = { map: new Map([[1, "a"]]), date: new Date(0), bytes: Uint8Array.of(1), none: undefined };
    expect(electronClone(value)).toEqual(value);
    expect(electronClone(value)).not.toBe(value);
  });

  it.each([
    [() => 1],
    [Symbol("a")],
    [Promise.resolve()],
    [new WeakMap()],
    [
      {
        nested: [
          new (class A {
            value = 1;
          })(),
        ],
      },
    ],
  ])("throws for %s", (value) => {
    expect(() => electronClone(value)).toThrow("could not be cloned");
  });
});
