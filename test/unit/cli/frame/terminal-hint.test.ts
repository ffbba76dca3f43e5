import { expect, it } from "vitest";
import { Authorizer } from "../../../../src/core/request/authorizer.ts";
import { waitTooLong } from "../../../../src/core/request/wait-budget.ts";
import { tell } from "../../../../src/cli/frame/failure.ts";
import { wouldEmptyScope } from "../../../../src/commands/plan/plan-commands.ts";
import { parseSnapshot } from "../../../../src/commands/snapshot.ts";
import { addonUnavailable } from "../../../../src/native/load.ts";
import { callAddon } from "../../../../src/sign-in/redirect/call-addon.ts";
import { keychainError, keychainTimeout } from "../../../../src/store/keyring.ts";

/** Matches identifiers and calls, which are of no use on the command line. */
const ofCode = /\b[a-z]+[A-Z]\w*|\w\(\{|: \[|\b(pass|Pass|Call|Client)\b/;
const authorizer = new Authorizer({ botToken: undefined, client: undefined, userToken: undefined }, {
  onSecret: () => undefined,
} as never);
const ask = (access: "application" | "bot" | { scope: string }) => () =>
  authorizer.authorize(access, { operation: "Reading", signal: undefined });
const throwing = (error: unknown) => () => {
  throw error;
};

it.each<[string, () => unknown]>([
  ["no token of a bot", ask("bot")],
  ["no token of an application", ask("application")],
  ["no token of a player", ask({ scope: "applications.commands.permissions.update" })],
  ["too long a wait", throwing(waitTooLong("Reading", 1000, "repetition"))],
  ["an empty list of commands", throwing(wouldEmptyScope("The plan"))],
  ["a file that is no snapshot", () => parseSnapshot({}, { scope: "global" })],
  ["no addon", throwing(addonUnavailable([], "everywhere"))],
  ["no keychain", throwing(keychainError("Reading", "no D-Bus"))],
  ["a keychain that waits", throwing(keychainTimeout("Reading", 1000))],
  [
    "a scheme of another program",
    () => callAddon(throwing(Object.assign(new Error("Taken."), { code: "scheme_taken" })) as () => void),
  ],
])("gives a hint that works on the command line for %s", async (_name, fail) => {
  const error: unknown = await Promise.resolve()
    .then(fail)
    .catch((reason: unknown) => reason);
  expect((error as { hint: string }).hint).toMatch(/[a-z]/);
  expect(tell(error).hint).toEqual(expect.not.stringMatching(ofCode));
  expect(tell(error).hint).not.toBe((error as { hint: string }).hint);
});
