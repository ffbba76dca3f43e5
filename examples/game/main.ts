// Lunar Rally, a game in a terminal: type a word of the menu and press Enter. In a game with windows each word is a button.
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
    // These two are for the emulator: leave them out to talk to Discord.
    apiBase: process.env["SLASHPASS_API_BASE"],
    webBase: process.env["SLASHPASS_WEB_BASE"],
  },
  folder,
);

let distance = 0;

/** Runs what may fail, and tells the player in their language what went wrong. */
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

/** Signs the player in by `ask`, while the game goes on. */
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

/** Steam tells a game who plays: its ticket proves it to Discord. */
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

/** What each word of the menu does. What waits for the player does not hold up the game. */
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
// A pipe would keep the game running.
process.stdin.destroy();
