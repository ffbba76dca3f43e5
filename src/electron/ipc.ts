import { fields } from "../core/check/fields.ts";
import { asItIs, flag, listOf, optional, type Reader, textOf, wrongArgument } from "../core/check/readers.ts";
import { type ErrorCode, isClientError, validationError } from "../core/errors.ts";
import type { AccountState } from "./account.ts";
import { type BridgeMethod, callChannel, type HandlerCall, type Reply, stateChannel } from "./bridge.ts";
import type { Electron, IpcEvent } from "./electron-api.ts";
import type { Handlers } from "./handlers.ts";
import { readAccountName } from "./options.ts";
import { type Problems, unexpected } from "./problems.ts";
import type { Senders } from "./senders.ts";
import type { SignInChoice } from "./state.ts";

/** The maximum number of distinct rejections to report, because a hostile page could cause any number of them. */
const mostReports = 20;

const advice =
  "If it is one of the game's pages, add its origin to the origins option. Otherwise, do not show it in a game window.";

export const readChoice: Reader<SignInChoice> = fields<SignInChoice>({
  account: optional(readAccountName),
  device: optional(flag),
  guest: optional(flag),
});

export const readHandlerName: Reader<string> = textOf({ most: 100 });

const readCall = fields<HandlerCall>({
  name: readHandlerName,
  args: listOf(asItIs<unknown>(), 16),
});

const readNothing: Reader<undefined> = (value, name) => {
  if (value === undefined) return value;
  throw wrongArgument(name, value, "undefined");
};

export interface PageServices {
  readonly electron: Pick<Electron, "ipcMain">;
  readonly account: AccountState;
  readonly handlers: Handlers;
  readonly senders: Senders;
  readonly problems: Problems;
}

type Method = (argument: unknown) => Promise<unknown>;

function method<T>(read: Reader<T>, run: (argument: T) => unknown): Method {
  return async (argument) => run(read(argument, "argument"));
}

function methodsOf({ account, handlers }: PageServices): Record<BridgeMethod, Method> {
  return {
    state: method(readNothing, () => account.message),
    signIn: method(readChoice, (choice) => account.signIn(choice)),
    cancel: method(readNothing, () => account.cancel()),
    signOut: method(readNothing, () => account.signOut()),
    listAccounts: method(readNothing, () => account.listAccounts()),
    switchAccount: method(optional(readAccountName), (name) => account.restore(name)),
    invoke: method(readCall, (call) => handlers.call(call, (rejected) => account.accessToken(rejected))),
  };
}

/** Answers calls from the game's pages. Calls from other pages are rejected and have no side effects. */
export function answerPages(services: PageServices): void {
  const { electron, senders, problems } = services;
  const methods = methodsOf(services);
  const limit = new CallLimit();
  const reject = createRejection(problems);
  electron.ipcMain.handle(
    callChannel,
    async (event: IpcEvent, ...args: unknown[]): Promise<Reply<unknown>> => {
      const refusal = senders.refuse(event);
      if (refusal !== undefined) return reject("permission_denied", refusal);
      const end = limit.start(event.sender);
      if (!end) return reject("busy", "the page makes too many calls");
      try {
        const [name, argument, ...more] = args;
        if (!isMethod(methods, name) || more.length > 0)
          return await reject("invalid_argument", "its method is unknown");
        return { value: await methods[name](argument) };
      } catch (error) {
        return {
          problem: await problems.describe(isClientError(error) ? error : unexpected("A call from a page")),
        };
      } finally {
        end();
      }
    },
  );
}

function isMethod(methods: Record<BridgeMethod, Method>, name: unknown): name is BridgeMethod {
  return typeof name === "string" && Object.hasOwn(methods, name);
}

/** Each reason is reported once. */
function createRejection(problems: Problems): (code: ErrorCode, reason: string) => Promise<Reply<never>> {
  const reported = new Set<string>();
  return async (code, reason) => {
    const isNew = !reported.has(reason) && reported.size < mostReports;
    if (isNew) reported.add(reason);
    if (isNew) problems.report(validationError(code, `A call from a page was rejected: ${reason}.`, advice));
    return { problem: await problems.translate(code) };
  };
}

/** Sends each state to the windows that show one of the game's pages. Windows that open later request the state. */
export function broadcastState(account: AccountState, senders: Senders): void {
  account.observe((message) => {
    for (const frame of senders.trustedFrames()) {
      try {
        frame.send(stateChannel, message);
      } catch {
        // The frame has been disposed of in the meantime. A new page will request the state.
      }
    }
  });
}

/** The number of calls that a page can make in one burst. */
const burst = 100;

/** The number of calls per second after a burst. */
const perSecond = 20;

/** The maximum number of pending calls per page. */
const mostPending = 50;

interface Usage {
  remaining: number;
  updatedAt: number;
  pending: number;
}

/** Limits each page's calls, because a page in an endless loop must not block the main process. */
class CallLimit {
  readonly #usage = new WeakMap<object, Usage>();

  /** Returns a function to run when the call has ended, or `undefined` if the call exceeds the limit. */
  start(sender: object): (() => void) | undefined {
    const now = performance.now();
    const usage = this.#usage.get(sender) ?? { remaining: burst, updatedAt: now, pending: 0 };
    this.#usage.set(sender, usage);
    usage.remaining = Math.min(burst, usage.remaining + ((now - usage.updatedAt) / 1000) * perSecond);
    usage.updatedAt = now;
    if (usage.remaining < 1 || usage.pending >= mostPending) return undefined;
    usage.remaining -= 1;
    usage.pending += 1;
    return () => void (usage.pending -= 1);
  }
}
