import { define } from "../frame/definition.ts";
import { accountOption, settingsOptions } from "../options.ts";

const sessionOptions = { ...settingsOptions, ...accountOption } as const;

export const session = {
  login: define({
    name: "login",
    summary: "Sign a player in to the application.",
    details:
      "Opens the browser. With --device, or if this machine cannot show a browser, prints a QR code for another device. With --no-browser, prints a link. On a terminal over SSH, or with --no-browser, you can use a browser on another machine: copy the address of its last page, which fails to load, and paste it into the terminal. Stores the tokens in this machine's keychain, separately for each user and application. Does not prompt a player who is already signed in with these scopes.",
    options: {
      ...sessionOptions,
      "--scope <scope...>": "The scopes to request. Default: the config's scopes, or identify.",
      "--device": "Sign in on another device, such as a phone.",
      "--browser <name>": "Open this browser: a program's name or path, or a macOS app's name.",
      "--no-browser": "Print the link instead of opening a browser.",
    },
    examples: {
      login: "Sign in with the browser.",
      "login --browser firefox": "Sign in with Firefox.",
      "login --no-browser": "Sign in over SSH, with a browser on another machine.",
      "login --device --scope openid identify": "Sign in with a phone, for these scopes.",
    },
  }),
  logout: define({
    name: "logout",
    summary: "Revoke and delete the signed-in player's tokens.",
    details:
      "Revokes all tokens that the player granted to the application, then deletes them from the keychain.",
    options: sessionOptions,
    examples: { "logout --account tester": "Sign out the player named 'tester'." },
  }),
  whoami: define({
    name: "whoami",
    summary: "Show the signed-in player, application, scopes and expiry.",
    details: "Queries the service, so it also shows whether the tokens are still valid.",
    options: sessionOptions,
    examples: { "whoami --json": "Print the result as JSON." },
  }),
  token: define({
    name: "token",
    summary: "Pass a valid access token to a program.",
    details:
      "Renews a token that is about to expire. With --exec, runs a program with the token in SLASHPASS_ACCESS_TOKEN and exits with the program's exit code. Without --exec, prints the token to a pipe or a file. On a terminal, where others could read it later, prints it only with --print.",
    arguments: { "[command...]": "With --exec: the program to run, after --." },
    options: {
      ...sessionOptions,
      "--exec": "Run a program with the token in its environment.",
      "--print": "Print it, even to a terminal.",
    },
    examples: {
      "token --exec -- node tool.js": "Run a tool as the player.",
      "token --json": "Pass the token, its scopes and its expiry to a program.",
    },
  }),
};
