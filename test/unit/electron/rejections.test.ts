// Tests each rejection twice: with the main process, and with a copy that has the check removed, in which the call takes effect.
import { describe, expect, it } from "vitest";
import { type Game, type GameSettings, startedGame } from "../../setup/electron/game.ts";
import { StandInContents, StandInFrame } from "../../setup/electron/stand-in.ts";
import { type Check, withoutCheck } from "../../setup/electron/without-check.ts";

interface Rejection {
  readonly check: Check;
  readonly game?: GameSettings;
  /** Returns whether the call had an effect or received the state. */
  readonly attempt: (game: Game) => Promise<boolean>;
}

const state = { value: { state: { status: "signed-out" } } };

async function isAnswered(game: Game, frame: StandInFrame): Promise<boolean> {
  const reply = await game.call("state", undefined, frame);
  return (reply as Partial<typeof state>).value?.state.status === "signed-out";
}

const rejections: Readonly<Record<string, Rejection>> = {
  "a call from an iframe": {
    check: ["senders.ts", "senderFrame.parent !== null", "false"],
    attempt: (game) => isAnswered(game, new StandInFrame(game.window, "app://game/", game.window.mainFrame)),
  },
  "a call from a webview": {
    check: ["senders.ts", 'contents.getType() === "window" && ', ""],
    attempt: (game) => isAnswered(game, new StandInContents("app://game/", "webview").mainFrame),
  },
  "a call from an unknown window": {
    check: ["senders.ts", " && BrowserWindow.fromWebContents(contents as never) !== null", ""],
    attempt: (game) => isAnswered(game, new StandInContents("app://game/").mainFrame),
  },
  "a call from a page that has navigated to another origin": {
    check: ["senders.ts", "!this.#isExpected(senderFrame)", "false"],
    attempt: (game) => isAnswered(game, new StandInFrame(game.window, "https://hostile.example/")),
  },
  "a call from a file outside the app": {
    check: ["senders.ts", "return this.#isFileOfApp(url);", "return true;"],
    game: { settings: { appPath: "/opt/game/resources/app.asar" } },
    attempt: (game) =>
      isAnswered(game, new StandInFrame(game.window, "file:///home/ada/Downloads/page.html")),
  },
  "a call from a local web server in a packaged app": {
    check: ["senders.ts", "!this.#electron.app.isPackaged &&", ""],
    attempt: (game) => isAnswered(game, new StandInFrame(game.window, "http://localhost:8080/")),
  },
  "a flood of calls": {
    check: ["ipc.ts", "limit.start(event.sender)", "(() => undefined)"],
    attempt: async (game) => {
      const replies = await Promise.all(Array.from({ length: 200 }, () => game.call("state")));
      return replies.filter((reply) => "value" in (reply as object)).length > 110;
    },
  },
  "a wrong argument": {
    check: ["ipc.ts", 'read(argument, "argument")', "(argument as never)"],
    attempt: async (game) => "value" in ((await game.call("cancel", { all: true })) as object),
  },
  "an extra argument": {
    check: ["ipc.ts", "|| more.length > 0", ""],
    attempt: async ({ standIn, window }) =>
      "value" in
      ((await standIn.invoke(window.mainFrame, "slashpass:call", "state", undefined, 1)) as object),
  },
  "a handler's result that contains the token": {
    check: ["handlers.ts", 'bytes.includes(token, 0, "latin1")', "false"],
    game: {
      options: {
        guest: () => ({ externalAuthType: 0, externalAuthToken: "a-ticket" }) as never,
        fetch: () =>
          Promise.resolve(
            Response.json({
              access_token: "a-secret",
              token_type: "Bearer",
              expires_in: 3600,
              scope: "identify",
            }),
          ),
      },
    },
    attempt: async (game) => {
      game.account.handle("leak", (token: string) => `Bearer ${token}`);
      await game.account.signIn({ guest: true });
      return "value" in ((await game.call("invoke", { name: "leak", args: [] })) as object);
    },
  },
  "the state from a window that has navigated to another origin": {
    check: ["senders.ts", "this.#isTrusted(one) ? [one.mainFrame] : []", "[one.mainFrame]"],
    attempt: async ({ account, window }) => {
      window.mainFrame.navigate("https://hostile.example/");
      window.mainFrame.received.length = 0;
      await account.signOut();
      return window.mainFrame.received.length > 0;
    },
  },
};

describe("the main process", () => {
  it.each(Object.entries(rejections))("rejects or withholds %s", async (_name, { check, game, attempt }) => {
    expect(await attempt(await startedGame(game))).toBe(false);
    const create = await withoutCheck(check);
    expect(await attempt(await startedGame({ ...game, create }))).toBe(true);
  });
});
