import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import type { Bridge, StateMessage } from "../../../src/electron/bridge.ts";
import type * as renderer from "../../../src/electron/renderer.ts";
import type { SlashpassState } from "../../../src/electron/state.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

type Mocked = { readonly [Name in keyof Bridge]: Mock<Bridge[Name]> };

const signedOut: SlashpassState = { status: "signed-out", account: undefined, isGuest: false };
const signingIn: SlashpassState = { status: "signing-in", account: undefined, isGuest: false };
const problem = { code: "permission_denied", text: "No." } as const;

let send: (message: StateMessage) => void;
let bridge: Mocked;
let page: typeof renderer;

beforeEach(async () => {
  loadModulesAnew();
  bridge = {
    state: vi.fn(async () => ({ value: { revision: 1, state: signedOut } })),
    signIn: vi.fn(async () => ({ value: { revision: 3, state: signingIn } })),
    cancel: vi.fn(async () => ({ problem })),
    signOut: vi.fn(async () => ({ value: { revision: 1, state: signedOut } })),
    switchAccount: vi.fn(async () => ({ value: { revision: 4, state: signedOut } })),
    listAccounts: vi.fn(async () => ({ problem })),
    invoke: vi.fn(async () => ({ value: 42 })),
    onState: vi.fn((listener) => void (send = listener)),
  };
  vi.stubGlobal("slashpassBridge", bridge);
  page = await import("../../../src/electron/renderer.ts");
});
afterEach(() => vi.unstubAllGlobals());

describe("the page's slashpass", () => {
  it("calls a listener when it is added and after each change until it is removed", async () => {
    const states: SlashpassState[] = [];
    const listener = (state: SlashpassState): void => void states.push(state);
    const stop = page.slashpass.subscribe(listener);
    expect(states).toMatchObject([{ status: "restoring" }]);
    await expect.poll(() => states.at(-1)).toBe(signedOut);
    send({ revision: 2, state: signingIn });
    expect(states.at(-1)).toBe(signingIn);
    stop();
    send({ revision: 3, state: signedOut });
    expect(states.at(-1)).toBe(signingIn);
    expect(page.slashpass.getState()).toBe(signedOut);
  });

  it("ignores states that are older than the current one", async () => {
    expect(await page.slashpass.signIn({ device: true })).toBe(signingIn);
    send({ revision: 2, state: signedOut });
    expect(await page.slashpass.signOut()).toBe(signingIn);
    expect(bridge.signIn).toHaveBeenCalledWith({ device: true });
  });

  it("shows why the main process rejects a call", async () => {
    expect(await page.slashpass.cancel()).toMatchObject({ problem });
    await expect(page.slashpass.listAccounts()).rejects.toMatchObject({
      name: "SlashpassError",
      code: problem.code,
      message: problem.text,
    });
  });

  it("returns a handler's result", async () => {
    expect(await page.slashpass.invoke("add", 40, 2)).toBe(42);
    expect(bridge.invoke).toHaveBeenCalledWith({ name: "add", args: [40, 2] });
  });

  it("reports a listener's error and calls the other listeners", async () => {
    const reportError = vi.fn();
    vi.stubGlobal("reportError", reportError);
    const failure = new Error("on purpose");
    page.slashpass.subscribe(() => {
      throw failure;
    });
    const other = vi.fn();
    page.slashpass.subscribe(other);
    send({ revision: 2, state: signingIn });
    expect(reportError).toHaveBeenCalledWith(failure);
    expect(other).toHaveBeenLastCalledWith(signingIn);
  });

  it("names the missing setUpSlashpass() call if no preload script has exposed the bridge", async () => {
    vi.unstubAllGlobals();
    expect(() => page.slashpass.getState()).toThrow("Call setUpSlashpass() in the main process");
    await expect(page.slashpass.signIn()).rejects.toThrow("Call setUpSlashpass()");
  });
});

it("renders a React component with useSlashpass", async () => {
  const { useSlashpass } = await import("../../../src/electron/react.ts");
  const Component = () => {
    const { status, player, problem: shown, signIn } = useSlashpass();
    return createElement("p", null, `${status} ${player?.name} ${shown?.code} ${typeof signIn}`);
  };
  expect(renderToString(createElement(Component))).toContain("restoring undefined undefined function");
});
