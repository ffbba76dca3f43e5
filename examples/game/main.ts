// Lunar Rally, a game in the terminal: type a command from the menu and press Enter. A graphical game would have buttons.
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { AuthenticationExternalAuthType, playerMessage } from "slashpass";
import { Account } from "./account.ts";
import { locale, text } from "./texts.ts";

const say = (line: string): void => console.log(line);

const folder = join(homedir(), ".lunar-rally");
await mkdir(folder, { recursive: true, mode: 0o700 });
const account = await Account.open(
  {
    applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "1234567890123456789",
    // For the emulator; omit both for Discord.
    apiBase: process.env["SLASHPASS_API_BASE"],
    webBase: process.env["SLASHPASS_WEB_BASE"],
  },
  folder,
);

let distance = 0;

/** Runs `work` and prints its error in the player's language. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(await playerMessage(error, locale));
  }
}

async function greet(): Promise<void> {
  if (!(await account.restore())) return say(text("nobody"));
  say(text("hello", { name: account.name ?? text("stranger") }));
  if (!(await account.refresh())) say(text("ended"));
}

/** Signs the player in with `ask` while the game continues. */
async function signIn(ask: () => Promise<void>): Promise<void> {
  const wasGuest = account.isGuest;
  await attempt(async () => {
    await ask();
    say(text("signedIn", { name: account.name ?? text("stranger") }));
    if (wasGuest) say(text("merged", { distance: String(distance) }));
    if (!account.isKept) say(text("notKept"));
  });
}

const inBrowser = (): Promise<void> =>
  account.signIn((address) => {
    say(text("waiting", { address }));
  });

const onPhone = (): Promise<void> =>
  account.signInOnPhone((prompt) => {
    say(prompt.qrText());
    say(text("phone", { address: prompt.verificationUri, code: prompt.userCode }));
  });

/** The Steam ticket proves the player's identity to Discord. */
async function playAsGuest(): Promise<void> {
  const ticket = process.env["STEAM_SESSION_TICKET"];
  if (ticket === undefined) return say(text("noGuest"));
  await account.playAsGuest({
    externalAuthType: AuthenticationExternalAuthType.SteamSessionTicket,
    externalAuthToken: ticket,
  });
  say(text("guest"));
}

async function signOut(): Promise<void> {
  account.cancel();
  await account.signOut();
  say(text("signedOut"));
}

function drive(): void {
  const step = 1 + Math.floor(Math.random() * 6);
  distance += step;
  say(text("driven", { step: String(step), distance: String(distance) }));
}

/** The menu's commands. A pending sign-in does not block the game. */
const words: Readonly<Record<string, () => void>> = {
  drive,
  "sign in": () => void signIn(inBrowser),
  phone: () => void signIn(onPhone),
  cancel: () => account.cancel(),
  guest: () => void attempt(playAsGuest),
  "sign out": () => void attempt(signOut),
};

say("Lunar Rally");
await attempt(greet);
say(text("menu"));
for await (const line of createInterface({ input: process.stdin })) {
  const word = line.trim();
  if (word === "quit") break;
  if (Object.hasOwn(words, word)) words[word]?.();
  else say(text("unknown", { word }));
}
await account.close();
// If standard input is a pipe, it would keep the process alive.
process.stdin.destroy();
