import { define } from "../frame/definition.ts";
import { accountOption, settingsOptions } from "../options.ts";

const sessionOptions = { ...settingsOptions, ...accountOption } as const;

export const session = {
  login: define({
    name: "login",
    summary: "Sign a player in to the application.",
    details:
      "Opens the browser. If none can be shown here, or with --device, it shows a QR code for another device. The tokens are kept in this machine's keychain, for this person and this application. A player who is already signed in with these scopes is not asked again.",
    options: {
      ...sessionOptions,
      "--scope <scope...>": "The scopes to ask for. Default: those of the config, or identify.",
      "--device": "On another device, such as a phone.",
    },
    examples: {
      login: "Sign in in the browser.",
      "login --device --scope openid identify": "Sign in with a phone, for these scopes.",
    },
  }),
  logout: define({
    name: "logout",
    summary: "Revoke the tokens of the player who is signed in, and delete them.",
    details:
      "The service revokes every token that the player gave the application; then they are deleted from the keychain.",
    options: sessionOptions,
    examples: { "logout --account tester": "Sign out the player named 'tester'." },
  }),
  whoami: define({
    name: "whoami",
    summary: "Show who is signed in: player, application, scopes, expiry.",
    details: "Queries the service, so it also shows whether the tokens are still valid.",
    options: sessionOptions,
    examples: { "whoami --json": "The same, with output for a program." },
  }),
  token: define({
    name: "token",
    summary: "Pass a valid access token to a program.",
    details:
      "A token that is about to expire is renewed first. With --exec, a program gets it as SLASHPASS_ACCESS_TOKEN, nothing is printed, and the exit code is that of the program. Without --exec, the token is printed into a pipe or a file. On a terminal, where others could read it later, it is printed only with --print.",
    arguments: { "[command...]": "With --exec: the program, after --." },
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
