import { type Bridge, bridgeName, type Reply, type StateMessage } from "./bridge.ts";
import type { ErrorCode } from "../core/error-code.ts";
import type { SlashpassActions, SlashpassProblem, SlashpassState } from "./state.ts";

export type * from "./state.ts";
export type { ErrorCode, OtherErrorCode } from "../core/error-code.ts";

/** The error thrown by {@link Slashpass.invoke} and {@link Slashpass.listAccounts}. @experimental */
export class SlashpassError extends Error {
  /** A stable identifier, for example `session_ended`. */
  readonly code: ErrorCode;

  /** Creates an error whose message is the problem's text for the player. */
  constructor({ code, text }: SlashpassProblem) {
    super(text);
    this.name = "SlashpassError";
    this.code = code;
  }
}

/** The sign-in API for pages. Tokens stay in the main process. @experimental */
export interface Slashpass extends SlashpassActions {
  /** Returns the current state. The object stays the same until the state changes. */
  getState(this: void): SlashpassState;
  /**
   * Calls a handler that the main process registered with `account.handle(name, …)`.
   *
   * @throws SlashpassError `session_ended` if no player is signed in, and the handler's errors.
   */
  invoke<T = unknown>(this: void, name: string, ...args: readonly unknown[]): Promise<T>;
}

type Listener = (state: SlashpassState) => void;

let latest: StateMessage = {
  revision: 0,
  state: { status: "restoring", account: undefined, isGuest: false },
};
const listeners = new Set<Listener>();
let connected: Bridge | undefined;

/** Connects the page to the main process on first use. */
function connect(): Bridge {
  if (connected) return connected;
  const bridge = (globalThis as { readonly [bridgeName]?: Bridge })[bridgeName];
  if (!bridge)
    throw new Error(
      "The page has no connection to slashpass, because no preload script exposed it. Call setUpSlashpass() in the main process before you create windows. In windows with their own session, call exposeSlashpass() in the preload script.",
    );
  connected = bridge;
  bridge.onState(accept);
  void update(bridge.state());
  return bridge;
}

function accept(message: StateMessage): void {
  if (message.revision > latest.revision) show(message);
}

function show(message: StateMessage): void {
  latest = message;
  for (const listener of listeners) notify(listener);
}

/** If a listener throws, the error is reported and the remaining listeners are still called. */
function notify(listener: Listener): void {
  try {
    listener(latest.state);
  } catch (error) {
    (globalThis as { reportError?(error: unknown): void }).reportError?.(error);
  }
}

/** If the main process rejects the call, only the problem changes. */
async function update(reply: Promise<Reply<StateMessage>>): Promise<SlashpassState> {
  const answer = await reply;
  if ("value" in answer) accept(answer.value);
  else show({ ...latest, state: rejectedState(answer.problem) });
  return latest.state;
}

function rejectedState(problem: SlashpassProblem): SlashpassState {
  const { state } = latest;
  if (state.status !== "restoring") return { ...state, problem };
  return { status: "signed-out", account: undefined, isGuest: false, problem };
}

async function valueOf<T>(reply: Promise<Reply<T>>): Promise<T> {
  const answer = await reply;
  if ("value" in answer) return answer.value;
  throw new SlashpassError(answer.problem);
}

/** The game's current player and the functions that sign players in and out. @experimental */
export const slashpass: Slashpass = {
  getState() {
    connect();
    return latest.state;
  },
  subscribe(listener) {
    connect();
    // Each subscription has its own function, so that the same listener can be added twice.
    const own: Listener = (state) => listener(state);
    listeners.add(own);
    notify(own);
    return () => void listeners.delete(own);
  },
  signIn: async (choice) => update(connect().signIn(choice)),
  cancel: async () => update(connect().cancel()),
  signOut: async () => update(connect().signOut()),
  listAccounts: async () => valueOf(connect().listAccounts()),
  switchAccount: async (account) => update(connect().switchAccount(account)),
  invoke: async <T>(name: string, ...args: readonly unknown[]) =>
    valueOf(connect().invoke({ name, args }) as Promise<Reply<T>>),
};
