import { rules } from "../../src/commands/rules/table.ts";
import { endpoints } from "../../src/emulator/resources/routes.ts";
import type { Fact } from "./fact.ts";

/** Endpoints handled by the emulator's authorization server instead of its API routes. */
const oauthEndpoints = [
  "POST /oauth2/token",
  "POST /oauth2/token/revoke",
  "POST /oauth2/device/authorize",
  "GET /oauth2/keys",
  "GET /oauth2/userinfo",
  "GET /.well-known/openid-configuration",
];

/** Every endpoint of the emulator. A test compares them with the paths in the library's source. */
export const allEndpoints: readonly string[] = [...endpoints, ...oauthEndpoints];
export const endpointCount = allEndpoints.length;

export function uncoveredEndpoints(facts: readonly Fact[]): readonly string[] {
  const called = facts.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      "send" in step ? [`${step.send.method} ${step.send.path.replace("{webBase}", "")}`] : [],
    ),
  );
  return allEndpoints.filter((endpoint) => {
    const pattern = endpointPattern(endpoint);
    // A fixed path such as /users/@me also matches the pattern of /users/:id.
    return !called.some(
      (one) =>
        pattern.test(one) && allEndpoints.find((other) => endpointPattern(other).test(one)) === endpoint,
    );
  });
}

export function endpointPattern(endpoint: string): RegExp {
  return new RegExp(`^${endpoint.replaceAll(/:\w+/g, "[^/?]+")}(?:\\?|$)`);
}

/** Returns the rules in docs/command-rules.md for which there is no fact. */
export function uncoveredRules(facts: readonly Fact[]): readonly string[] {
  return Object.keys(rules).filter(
    (rule) => !["valid", "invalid"].every((kind) => facts.some(({ id }) => id === `rules/${rule}/${kind}`)),
  );
}
