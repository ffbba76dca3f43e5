import { define } from "../frame/define.ts";
import { settingsOptions } from "../settings/parameters.ts";

/** The option of whatever is done as a player. */
export const accountOption = {
  account: {
    flags: "--account <name>",
    summary: "Which of several players on this machine. Default: the one without a name.",
  },
} as const;

const sessionOptions = { ...settingsOptions, ...accountOption } as const;

export const login = define({
  name: "login",
  summary: "Sign a player in to the application.",
  details:
    "In the browser; where none can be shown here, or with --device, on another device with a QR code. The tokens go into the keychain of this machine, for this person and this application. Whoever is signed in already with these scopes is not asked again.",
  arguments: {},
  options: {
    ...sessionOptions,
    scope: {
      flags: "--scope <scope...>",
      summary: "What to ask for. Default: scopes of the config, or identify.",
    },
    device: { flags: "--device", summary: "On another device, such as a telephone." },
  },
  examples: [
    { line: "login", meaning: "Sign in in the browser." },
    {
      line: "login --device --scope openid identify",
      meaning: "Sign in with a telephone, for these scopes.",
    },
  ],
});

export const logout = define({
  name: "logout",
  summary: "End the tokens of the player who signed in, and forget them.",
  details:
    "The service ends every token that the player gave the application, then the keychain forgets them.",
  arguments: {},
  options: sessionOptions,
  examples: [{ line: "logout --account tester", meaning: "Sign out the player who was named 'tester'." }],
});

export const whoami = define({
  name: "whoami",
  summary: "Show who is signed in: player, application, scopes, expiry.",
  details: "Asks the service, so it also shows whether the tokens still live.",
  arguments: {},
  options: sessionOptions,
  examples: [{ line: "whoami --json", meaning: "The same for a program." }],
});

export const token = define({
  name: "token",
  summary: "Give a valid access token to a program.",
  details:
    "The token is renewed first where it is about to end. With --exec a program gets it as SLASHPASS_ACCESS_TOKEN, and nothing is printed: its exit code is this one's. Without, the token is printed into a pipe or file. On a terminal it would stay to be read: there only with --print.",
  arguments: { command: { flags: "[command...]", summary: "With --exec: the program, after --." } },
  options: {
    ...sessionOptions,
    exec: { flags: "--exec", summary: "Run a program with the token in its environment." },
    print: { flags: "--print", summary: "Print it, even onto a terminal." },
  },
  examples: [
    { line: "token --exec -- node tool.js", meaning: "Run a tool as the player." },
    { line: "token --json", meaning: "Give a program the token, its scopes and its end." },
  ],
});
