import type { SlashpassOptions } from "../../../src/electron/options.ts";
import { createAccount, type SlashpassAccount } from "../../../src/electron/set-up.ts";
import type { ClientError } from "../../../src/core/errors.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import {
  ElectronStandIn,
  type StandInContents,
  type StandInFrame,
  type StandInSettings,
} from "./stand-in.ts";

const gameUrl = "app://game/index.html";

/** A game whose sign-in never leaves this process: the browser opens nothing, and each request fails. */
export interface Game {
  readonly standIn: ElectronStandIn;
  readonly account: SlashpassAccount;
  readonly window: StandInContents;
  readonly errors: ClientError[];
  /** Calls the main process from a frame, by default from the window's page. */
  readonly call: (method: string, argument?: unknown, frame?: StandInFrame) => Promise<unknown>;
}

export interface GameSettings {
  readonly settings?: Partial<StandInSettings>;
  readonly options?: Partial<SlashpassOptions>;
  readonly argv?: readonly string[];
  /** A modified copy of the main process, for example with one of its checks removed. */
  readonly create?: typeof createAccount;
}

export function startGame({
  settings,
  options,
  argv = ["game"],
  create = createAccount,
}: GameSettings = {}): Game {
  const standIn = new ElectronStandIn({ userData: "/nonexistent", isPackaged: true, ...settings });
  const errors: ClientError[] = [];
  const account = create(
    standIn,
    {
      applicationId: "1234567890123456789",
      scopes: "identify",
      origins: ["app://game"],
      store: memoryTokenStore(),
      fetch: () => Promise.reject(new TypeError("fetch failed")),
      preload: false,
      onError: (error) => void errors.push(error),
      ...options,
    },
    argv,
  );
  const window = standIn.openWindow(gameUrl);
  return {
    standIn,
    account,
    window,
    errors,
    call: (method, argument, frame = window.mainFrame) =>
      standIn.invoke(frame, "slashpass:call", method, argument),
  };
}

/** Starts the game and waits until the stored session is restored. */
export async function startedGame(given?: GameSettings): Promise<Game> {
  const game = startGame(given);
  game.standIn.start();
  await new Promise<void>((resolve) => {
    const stop = game.account.subscribe(({ status }) => {
      if (status !== "restoring") setImmediate(() => (stop(), resolve()));
    });
  });
  return game;
}
