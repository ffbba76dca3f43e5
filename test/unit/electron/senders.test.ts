import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { Senders } from "../../../src/electron/senders.ts";
import { ElectronStandIn, StandInFrame, type StandInSettings } from "../../setup/electron/stand-in.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

function refusal(
  url: string,
  settings: Partial<StandInSettings> = {},
  isDisposed = false,
): string | undefined {
  const standIn = new ElectronStandIn({
    userData: "/",
    isPackaged: true,
    appPath: "/opt/game/app.asar",
    ...settings,
  });
  const senders = new Senders(standIn, ["app://game"]);
  const sender = standIn.openWindow(url);
  const senderFrame = new StandInFrame(sender, url);
  if (isDisposed) senderFrame.dispose();
  return senders.refuse({ sender, senderFrame });
}

describe("a page", () => {
  it.each([
    ["app://game/index.html", {}],
    ["file:///opt/game/app.asar/page/index.html", {}],
    ["file:///opt/game/app.asar/..page.html", {}],
    ["http://localhost:5173/", { isPackaged: false }],
    ["http://[::1]:5173/", { isPackaged: false }],
  ])("from %s with the settings %j is accepted", (url, settings) => {
    expect(refusal(url, settings)).toBeUndefined();
  });

  it.each([
    ["app://other/index.html", {}],
    ["https://game/index.html", {}],
    ["file:///opt/game/app.asar.other/index.html", {}],
    ["file:///opt/game/app.asar/../other.html", {}],
    ["file:///opt/game/app.asar/%2e%2e/other.html", {}],
    ["file://host/share/index.html", {}],
    ["http://localhost:5173/", {}],
    ["http://localhost.example.com/", { isPackaged: false }],
    ["http://example.com/?http://localhost", { isPackaged: false }],
    ["data:text/html,page", { isPackaged: false }],
  ])("from %s with the settings %j is rejected", (url, settings) => {
    expect(refusal(url, settings)).toMatch(/^it came from|^its frame/);
  });

  it("is accepted if the app's directory is a symbolic link", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "target"));
    symlinkSync(join(folder, "target"), join(folder, "link"));
    const url = pathToFileURL(join(folder, "target/index.html")).href;
    expect(refusal(url, { appPath: join(folder, "link") })).toBeUndefined();
    expect(
      refusal(pathToFileURL(join(folder, "index.html")).href, { appPath: join(folder, "link") }),
    ).toBeDefined();
  });

  it("is rejected if its frame was closed or has navigated", () => {
    expect(refusal("app://game/", {}, true)).toBe("its frame was closed or has navigated");
    const standIn = new ElectronStandIn({ userData: "/" });
    const sender = standIn.openWindow("app://game/");
    expect(new Senders(standIn).refuse({ sender, senderFrame: null })).toBe(
      "its frame was closed or has navigated",
    );
  });

  it("appears in the rejection's reason without its path or query", () => {
    expect(refusal("https://hostile.example/path?token=secret")).toBe(
      "it came from a page loaded from the origin https://hostile.example",
    );
    expect(refusal("file:///home/ada/secret.html")).toBe(
      "it came from a page loaded from a file outside the app",
    );
  });
});
