import { Failure, misunderstood, tell } from "../frame/failure.ts";
import type { Client, DevicePrompt, Scopes, Session } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { shown } from "../frame/shown.ts";
import type { ProgressBar } from "../frame/progress.ts";
import type { Terminal } from "../frame/terminal.ts";
import { apiOf, readSettings, type Settings } from "../settings/settings.ts";
import type { login } from "./definitions.ts";
import { describeSession, explain } from "./describe.ts";
import { createClient, reachService } from "./open-client.ts";

/** Can end early if the sign-in can no longer succeed. */
export class SignInWait implements Disposable {
  readonly #end = new AbortController();
  readonly signal: AbortSignal;
  reason: Failure | undefined;

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#end.signal]);
  }

  giveUp(reason: Failure | undefined): void {
    if (reason === undefined || this.signal.aborted) return;
    this.reason = reason;
    this.#end.abort();
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}

type LoginCall = Call<typeof login.options>;

export async function run(call: LoginCall): Promise<Outcome> {
  const { options, terminal, signal } = call;
  if (options.device && terminal.isForPrograms)
    throw misunderstood(
      "--device and --json cannot be used together: --device shows a code to a person, --json prints for a program.",
      "Leave one of them out.",
    );
  const settings = await readSettings(call);
  await using client = createClient(settings, call);
  const { session, isNew } = await signIn(client, settings, call);
  // The sign-in succeeds even if the player cannot be read.
  const player = session.player ?? (await session.user({ signal }).catch(() => null));
  const described = describeSession(session, settings, options.account, player);
  const name = shown(described.player?.name ?? "the player");
  terminal.print(isNew ? `Signed in as ${name}.` : `Signed in already as ${name}.`);
  if (!isNew)
    terminal.note(
      "To sign in another player, run 'slashpass logout' first, or give the other player a name with --account.",
    );
  return { result: { ...described, isNew } };
}

async function signIn(client: Client, settings: Settings, call: LoginCall) {
  const { options, terminal, signal } = call;
  const asking = new Asking(terminal);
  using wait = new SignInWait(signal);
  try {
    // Reports a locked keychain before the browser opens.
    await client.restoreSession({ account: options.account, signal });
    const session = await client.signIn({
      scopes: scopesOf(options.scope, settings),
      account: options.account,
      redirect: options.device ? "device" : "auto",
      onAuthorizeUrl: (url) => {
        asking.inBrowser(url);
        void reachService(apiOf(settings), wait.signal).then((reason) => wait.giveUp(reason));
      },
      onPrompt: (prompt) => (terminal.isForPrograms ? wait.giveUp(unseen()) : asking.onDevice(prompt)),
      signal: wait.signal,
    });
    if (session.storeError) throw await undo(client, session.storeError);
    return { session, isNew: asking.hasAsked };
  } catch (error) {
    throw wait.reason ?? explain(error, signal);
  } finally {
    asking.end();
  }
}

/** Without a browser, the user must type a code, which `--json` does not show. */
function unseen(): Failure {
  return new Failure("No browser can be shown here, and --json does not show the code for another device.", {
    code: "no_terminal",
    hint: "Leave out --json.",
  });
}

function scopesOf(given: readonly string[], { scopes = "" }: Settings): Scopes {
  const [chosen = "identify"] = [given.join(" "), scopes].filter((each) => each.length > 0);
  return chosen;
}

/** Tokens that are not stored could never be revoked later. */
async function undo(client: Client, reason: NonNullable<Session["storeError"]>): Promise<Failure> {
  await client.signOut();
  const message = `The tokens could not be stored, so they were revoked: ${reason.message}`;
  return new Failure(message, { code: "tokens_not_kept", hint: tell(reason).hint });
}

class Asking {
  readonly #terminal: Terminal;
  #waiting: ProgressBar | undefined;
  hasAsked = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  inBrowser(url: string): void {
    const text =
      "Sign in in the browser, which opens now. If it does not open, open this address in a browser on this machine:";
    this.#ask(text, url, "Waiting for the browser");
  }

  onDevice(prompt: DevicePrompt): void {
    const { userCode, verificationUri, expiresIn } = prompt;
    const text = `Scan this with a phone, or open ${shown(verificationUri)} anywhere and type the code ${shown(userCode)} within ${Math.round(expiresIn / 60)} minutes.`;
    const code = prompt.qrText().split("\n").map(this.#terminal.notePaint.screen);
    this.#ask(text, code.join("\n"), "Waiting for the other device");
  }

  end(): void {
    this.#waiting?.end();
  }

  #ask(text: string, below: string, waiting: string): void {
    this.end();
    this.hasAsked = true;
    this.#terminal.note(text);
    this.#terminal.log(`\n${below}\n`);
    this.#waiting = this.#terminal.progress(waiting);
  }
}
