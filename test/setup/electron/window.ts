import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { mainWorld, preloadWorld } from "./page-worlds.js";
import { type ElectronStandIn, StandInContents, StandInFrame } from "./stand-in.ts";

const world = "electron preload";
const clone = readFileSync(join(import.meta.dirname, "clone.js"), "utf8").replaceAll("export ", "");

interface Context {
  readonly id: number;
  readonly name: string;
  readonly origin: string;
  readonly auxData: { readonly frameId: string };
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly parentId?: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}

interface WindowSettings {
  /** The preload script's text. */
  readonly preload: string;
}

/** A browser page that acts as a window of the stand-in. */
export interface GameWindow {
  readonly contents: StandInContents;
  /** Calls `ipcRenderer.invoke` in the isolated world of a frame, as a compromised renderer could. */
  invokeIn(frameUrl: string, channel: string, ...args: readonly unknown[]): Promise<unknown>;
}

/**
 * Runs the preload script in each document of the page, and connects it to the main process. The sender of each message is
 * derived from its execution context, as reported by the browser.
 */
export async function attachWindow(
  standIn: ElectronStandIn,
  page: Page,
  settings: WindowSettings,
): Promise<GameWindow> {
  const { preload } = settings;
  const contents = new StandInContents("about:blank");
  const contexts = new Map<number, Context>();
  const cdp = await page.context().newCDPSession(page);
  const secret = randomUUID();
  const mainFrameId = (await frameTree(cdp)).frame.id;
  cdp.on("Runtime.executionContextCreated", ({ context }) => {
    const created = context as unknown as Context;
    if (created.name !== world) return;
    contexts.set(created.id, created);
    if (created.auxData.frameId !== mainFrameId) return;
    contents.mainFrame = new StandInFrame(contents, created.origin);
    contents.mainFrame.deliver = (channel, message) =>
      void run(
        cdp,
        created.id,
        `electronStandIn.receive(${JSON.stringify(channel)}, ${JSON.stringify(message)})`,
      );
  });
  cdp.on("Runtime.executionContextDestroyed", ({ executionContextId }) =>
    contexts.delete(executionContextId),
  );
  cdp.on("Runtime.executionContextsCleared", () => contexts.clear());
  cdp.on("Runtime.bindingCalled", ({ executionContextId, payload }) => {
    const context = contexts.get(executionContextId);
    if (context) void answer(context, payload);
  });
  const answer = async (context: Context, payload: string): Promise<void> => {
    const { id, channel, args } = JSON.parse(payload) as {
      id: number;
      channel: string;
      args: { value?: unknown }[];
    };
    const frame = await senderOf(context);
    const result = await standIn.invoke(frame, channel, ...args.map(({ value }) => value)).then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    );
    await run(cdp, context.id, `electronStandIn.settle(${id}, ${JSON.stringify(result)})`);
  };
  const senderOf = async ({ id, origin, auxData }: Context): Promise<StandInFrame> => {
    const found = findFrame(await frameTree(cdp), auxData.frameId);
    const isCurrent = contexts.has(id) && found !== undefined;
    const parent = found?.parentId === undefined ? null : contents.mainFrame;
    const frame = new StandInFrame(contents, origin === "file://" && found ? found.url : origin, parent);
    if (!isCurrent) frame.dispose();
    return frame;
  };
  await cdp.send("Runtime.enable");
  await cdp.send("Page.enable");
  await cdp.send("Runtime.addBinding", { name: "slashpassIpc", executionContextName: world });
  const name = JSON.stringify(secret);
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `(() => { ${clone}; (${mainWorld.toString()})(${name}, electronClone); })();`,
  });
  const program = `function (require, process, exports) { ${preload}\n }`;
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `(() => { ${clone}; (${preloadWorld.toString()})(${name}, electronClone, ${program}); })();`,
    worldName: world,
  });
  standIn.windows.add(contents);
  return {
    contents,
    async invokeIn(frameUrl, channel, ...args) {
      const frame = [...contexts.values()].find(({ origin }) => frameUrl.startsWith(origin));
      if (!frame) throw new Error(`There is no frame with the URL ${frameUrl}.`);
      const given = [channel, ...args].map((value) => JSON.stringify(value) ?? "undefined").join(", ");
      return run(cdp, frame.id, `electronStandIn.invoke(${given})`);
    },
  };
}

async function run(cdp: CDPSession, contextId: number, expression: string): Promise<unknown> {
  const options = { contextId, expression, awaitPromise: true, returnByValue: true };
  // The context disappears when the page navigates.
  const { result } = await cdp.send("Runtime.evaluate", options).catch(() => ({ result: undefined }));
  return result?.value;
}

async function frameTree(cdp: CDPSession): Promise<FrameTree> {
  const { frameTree: tree } = (await cdp.send("Page.getFrameTree")) as { frameTree: FrameTree };
  return tree;
}

function findFrame({ frame, childFrames = [] }: FrameTree, id: string): FrameTree["frame"] | undefined {
  if (frame.id === id) return frame;
  for (const child of childFrames) {
    const found = findFrame(child, id);
    if (found) return found;
  }
  return undefined;
}
