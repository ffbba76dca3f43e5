// The game's messages in two languages. `playerMessage` from slashpass provides the messages for failed sign-ins.

const english = {
  menu: "drive · sign in · phone · guest · cancel · sign out · quit",
  nobody: "You are not signed in. You can play anyway.",
  hello: "Welcome back, {name}.",
  signedIn: "You are signed in as {name}.",
  merged: "You keep your {distance} km.",
  guest: "You are playing as a guest. Sign in at any time and keep your progress.",
  noGuest: "Start the game from Steam to play as a guest.",
  notKept: "This computer has no password store, so you have to sign in again next time.",
  waiting: "Your browser opens. Type “cancel” to stop. If no browser opens, go to: {address}",
  phone: "Scan the code with your phone, or open {address} and enter {code}",
  signedOut: "You are signed out.",
  ended: "Your sign-in has ended. Sign in again.",
  driven: "You drive {step} km. Total: {distance} km.",
  unknown: "The moon does not know “{word}”.",
  stranger: "driver",
};

const german: typeof english = {
  menu: "drive · sign in · phone · guest · cancel · sign out · quit",
  nobody: "Niemand ist angemeldet. Du kannst trotzdem spielen.",
  hello: "Willkommen zurück, {name}.",
  signedIn: "Du bist als {name} angemeldet.",
  merged: "Du behältst die {distance} km, die du gefahren bist.",
  guest: "Du spielst als Gast. Melde dich an, wann du willst: Du behältst, was du hast.",
  noGuest: "Starte das Spiel über Steam, um als Gast zu spielen.",
  notKept: "Dieser Computer hat keinen Passwortspeicher. Beim nächsten Start meldest du dich neu an.",
  waiting: "Dein Browser öffnet sich. Mit „cancel“ geht es zurück. Öffnet er sich nicht, geh zu: {address}",
  phone: "Scanne den Code mit dem Handy, oder öffne {address} und gib {code} ein",
  signedOut: "Du bist abgemeldet.",
  ended: "Deine Anmeldung ist abgelaufen. Melde dich neu an.",
  driven: "Du fährst {step} km. {distance} km insgesamt.",
  unknown: "„{word}“ kennt der Mond nicht.",
  stranger: "Unbekannt",
};

export const locale = new Intl.DateTimeFormat().resolvedOptions().locale;

const texts = locale.startsWith("de") ? german : english;

/** Returns a message with its placeholders filled in. */
export function text(name: keyof typeof english, values: Readonly<Record<string, string>> = {}): string {
  return texts[name].replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? "");
}
