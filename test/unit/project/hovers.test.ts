import { expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { type Hover, hoversOf } from "../../setup/hovers.ts";

const root = new URL("../../../", import.meta.url);
const entries = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [new URL(entry.types, root)],
);
const hovers = hoversOf(entries);
const locationOf = ({ name, file }: Hover): string => `${file}: ${name}`;

it("requires a docstring on every public declaration and method", () => {
  expect(hovers.length).toBeGreaterThan(2000);
  const isMute = ({ comment }: Hover): boolean => /^(?:@(?!deprecated)|$)/.test(comment);
  expect(hovers.filter((hover) => !hover.isProperty && isMute(hover)).map(locationOf)).toEqual([]);
});

/** The calls that a game makes first. Every example is compiled along with the documents' code. */
const firstCalls = [
  "Client.close",
  // `Client` inherits these.
  ...["signIn", "restoreSession", "signOut"].map((name) => `ClientSessions.${name}`),
  ...["Authorize", "GetToken"].map((name) => `ClientCodeFlow.${name}`),
  "Session.accessToken",
  "createRedactor",
  "CommandScope.plan",
  "CommandScope.apply",
  "defineCommand",
  "createInteractionHandler",
  "startEmulator",
];

it("has an example for each method that a game calls first", () => {
  const withExample = hovers
    .filter(({ comment }) => comment.includes("@example ```ts "))
    .map(({ name }) => name);
  expect(firstCalls.filter((name) => !withExample.includes(name))).toEqual([]);
});

/** Matches the project's internal documents: users have only the package, the service's documentation and the RFCs. */
const ownPapers =
  /authorization-arguments|Application Commands Interface|interface document|vendor-sdk|vendor documentation|the documents\b|ARCHITECTURE|CONTRIBUTING|\bsrc\/|\btest\/|(?<![/\w])docs\/|\bdecision \d/;

it("cites no internal document", () => {
  expect(hovers.filter(({ comment }) => ownPapers.test(comment)).map(locationOf)).toEqual([]);
});
