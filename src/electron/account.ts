import { abortedError, ClientError, ErrorType, isClientError } from "../core/errors.ts";
import type { Client, CurrentUser, DevicePrompt, Session, SignInOptions } from "../index.ts";
import type { StateMessage } from "./bridge.ts";
import type { Avatars } from "./avatars.ts";
import { Guest, type IdentifyGuest } from "./guest.ts";
import type { SignInDefaults } from "./options.ts";
import { type Problems, unexpected } from "./problems.ts";
import type {
  ListedAccount,
  SignInChoice,
  SlashpassPlayer,
  SlashpassProblem,
  SlashpassPrompt,
  SlashpassState,
} from "./state.ts";
import type { StoreStatus } from "./token-store.ts";

export interface AccountParts {
  readonly client: Client;
  readonly signIn: SignInDefaults;
  readonly identify: IdentifyGuest;
  readonly avatars: Avatars;
  readonly problems: Problems;
  readonly storeStatus: () => StoreStatus;
}

/** Only one operation runs at a time. A new operation aborts the pending one, but waits for a pending sign-out. */
interface Operation {
  readonly kind: "restore" | "sign-in" | "sign-out";
  /** An operation identical to the pending one shares its result. */
  readonly key: string;
  readonly account: string | undefined;
  readonly abort: AbortController;
  done: Promise<void>;
  prompt?: SlashpassPrompt;
}

interface Holder {
  readonly session?: Session;
  readonly guest?: Guest;
  avatar?: string | undefined;
}

export class AccountState {
  readonly #parts: AccountParts;
  readonly #listeners = new Set<(message: StateMessage) => void>();
  #account: string | undefined;
  #holder: Holder | undefined;
  #operation: Operation | undefined;
  #problem: SlashpassProblem | undefined;
  #storeProblem: SlashpassProblem | undefined;
  #message: StateMessage;

  constructor(parts: AccountParts, account: string | undefined) {
    this.#parts = parts;
    this.#account = account;
    this.#message = { revision: 1, state: { status: "restoring", account, isGuest: false } };
  }

  get message(): StateMessage {
    return this.#message;
  }

  get session(): Session | undefined {
    return this.#holder?.session;
  }

  /** Calls `listener`, which must not throw, after each change. Returns a function that removes it. */
  observe(listener: (message: StateMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  restore(account: string | undefined): Promise<StateMessage> {
    return this.#start(
      { kind: "restore", key: JSON.stringify(["restore", account]), account },
      async ({ signal }) => {
        const session = await this.#parts.client.restoreSession({ account, signal });
        this.#account = account;
        this.#hold(session && { session });
        if (!session && this.#parts.storeStatus().isReset)
          this.#problem = await this.#parts.problems.translate("session_ended");
      },
    );
  }

  signIn({ account = this.#account, device = false, guest = false }: SignInChoice): Promise<StateMessage> {
    const key = JSON.stringify(["sign-in", account, device, guest]);
    return this.#start({ kind: "sign-in", key, account }, async (operation) => {
      const holder = guest
        ? await this.#signInGuest(operation.signal)
        : await this.#signInPlayer(operation, device);
      this.#account = account;
      this.#hold(holder);
    });
  }

  async #signInGuest(signal: AbortSignal): Promise<Holder> {
    const { client, identify } = this.#parts;
    const guest = new Guest(client, identify);
    await guest.accessToken(undefined, signal);
    return { guest };
  }

  /** A guest's provisional account is merged into the player's account. */
  async #signInPlayer({ account, signal, onPrompt }: Running, device: boolean): Promise<Holder> {
    const { client, identify, signIn } = this.#parts;
    const options: SignInOptions = {
      ...signIn,
      account,
      signal,
      onPrompt,
      ...(device && { redirect: "device", consent: undefined }),
      ...(this.#holder?.guest && { guest: await identify(signal) }),
    };
    return { session: await client.signIn(options) };
  }

  async cancel(): Promise<StateMessage> {
    const operation = this.#operation;
    if (operation?.kind !== "sign-in") return this.#message;
    operation.abort.abort();
    await operation.done;
    return this.#message;
  }

  signOut(): Promise<StateMessage> {
    const account = this.#account;
    return this.#start({ kind: "sign-out", key: "sign-out", account }, async () => {
      const player = this.#holder?.session?.player;
      this.#holder = undefined;
      this.#publish();
      if (player) await this.#parts.avatars.forget(player.avatarUrl());
      const { revocationError, storeError } = await this.#parts.client.signOut();
      if (revocationError) this.#parts.problems.report(revocationError);
      if (storeError) throw storeError;
    });
  }

  async listAccounts(): Promise<readonly ListedAccount[]> {
    const accounts = await this.#parts.client.listAccounts();
    return Promise.all(
      accounts.map(async ({ account, player }) => ({
        account,
        player: player && describePlayer(player, await this.#parts.avatars.load(player.avatarUrl())),
      })),
    );
  }

  /** @throws ClientError `session_ended` if no player is signed in, and the errors of `Session.accessToken`. */
  async accessToken(rejected?: string): Promise<string> {
    const { session, guest } = this.#holder ?? {};
    if (session) return session.accessToken({ rejected });
    if (guest) return guest.accessToken(rejected);
    throw notSignedIn();
  }

  /** Shows a problem that was not caused by an operation. */
  async show(code: SlashpassProblem["code"]): Promise<void> {
    const problem = await this.#parts.problems.translate(code);
    if (this.#operation?.kind === "sign-in") return;
    this.#problem = problem;
    this.#publish();
  }

  /** Aborts the pending operation and closes the client. */
  async close(): Promise<void> {
    this.#operation?.abort.abort();
    await this.#parts.client.close();
  }

  async #start(
    which: Pick<Operation, "kind" | "key" | "account">,
    work: (operation: Running) => Promise<void>,
  ): Promise<StateMessage> {
    const previous = this.#operation;
    if (previous?.key !== which.key || previous.abort.signal.aborted) {
      if (previous?.kind !== "sign-out") previous?.abort.abort();
      const operation: Operation = { ...which, abort: new AbortController(), done: Promise.resolve() };
      this.#operation = operation;
      operation.done = this.#perform(operation, previous?.done, work);
    }
    await this.#operation?.done;
    return this.#message;
  }

  /** Never rejects. */
  async #perform(
    operation: Operation,
    previous: Promise<void> | undefined,
    work: (operation: Running) => Promise<void>,
  ): Promise<void> {
    this.#problem = undefined;
    this.#publish();
    await previous;
    const { account, abort } = operation;
    const onPrompt = (prompt: DevicePrompt) => {
      operation.prompt = describePrompt(prompt);
      this.#publish();
    };
    try {
      abort.signal.throwIfAborted();
      await work({ account, signal: abort.signal, onPrompt });
    } catch (error) {
      await this.#fail(operation, error);
    }
    await this.#checkStore();
    if (this.#operation === operation) this.#operation = undefined;
    this.#publish();
  }

  /** An operation that was replaced by another one shows no problem. */
  async #fail(operation: Operation, error: unknown): Promise<void> {
    if (this.#operation !== operation) return;
    const known = operation.abort.signal.aborted ? abortedError("The sign-in") : unexpected("The sign-in");
    this.#problem = await this.#parts.problems.describe(isClientError(error) ? error : known);
  }

  async #checkStore(): Promise<void> {
    const { problem } = this.#parts.storeStatus();
    const error = problem ?? this.#holder?.session?.storeError;
    if (!error) this.#storeProblem = undefined;
    else if (this.#storeProblem?.code !== error.code)
      this.#storeProblem = await this.#parts.problems.describe(error);
  }

  #hold(holder: Holder | undefined): void {
    this.#holder = holder;
    const session = holder?.session;
    session?.addEventListener("renewed", () => this.#checkStore().then(() => this.#publish()));
    session?.addEventListener("ended", ({ reason }) => this.#end(holder, reason));
    void this.#loadAvatar(holder);
  }

  /** `reason` is `undefined` if the player signed out. */
  async #end(holder: Holder | undefined, reason: ClientError | undefined): Promise<void> {
    if (this.#holder !== holder) return;
    this.#holder = undefined;
    if (reason) this.#problem = await this.#parts.problems.describe(reason);
    this.#publish();
  }

  async #loadAvatar(holder: Holder | undefined): Promise<void> {
    const player = holder?.session?.player;
    if (!holder || !player) return;
    holder.avatar = await this.#parts.avatars.load(player.avatarUrl());
    if (this.#holder === holder && holder.avatar !== undefined) this.#publish();
  }

  #publish(): void {
    this.#message = { revision: this.#message.revision + 1, state: this.#describe() };
    for (const listener of this.#listeners) listener(this.#message);
  }

  #describe(): SlashpassState {
    const { session, guest, avatar } = this.#holder ?? {};
    const operation = this.#operation;
    const isGuest = guest !== undefined;
    const base = {
      account: this.#account,
      isGuest,
      problem: this.#problem,
      storeProblem: this.#storeProblem,
    };
    if (operation?.kind === "sign-in")
      return { ...base, status: "signing-in", account: operation.account, prompt: operation.prompt };
    if (operation?.kind === "restore") return { ...base, status: "restoring", account: operation.account };
    if (!session && !guest) return { ...base, status: "signed-out" };
    const player = session?.player && describePlayer(session.player, avatar);
    return { ...base, status: "signed-in", player };
  }
}

interface Running {
  readonly account: string | undefined;
  readonly signal: AbortSignal;
  readonly onPrompt: (prompt: DevicePrompt) => void;
}

function describePlayer({ id, name, username }: CurrentUser, avatar: string | undefined): SlashpassPlayer {
  return { id, name, username, avatar };
}

function describePrompt(prompt: DevicePrompt): SlashpassPrompt {
  const { userCode, verificationUri, expiresIn } = prompt;
  return {
    code: userCode,
    url: verificationUri,
    qrCode: prompt.qrDataUrl(),
    expiresAt: Date.now() + expiresIn * 1000,
  };
}

function notSignedIn(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "session_ended",
    message: "A page called a handler, but no player is signed in.",
    hint: 'Call handlers only in the "signed-in" state.',
  });
}
