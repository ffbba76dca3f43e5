import { expect } from "vitest";
import type { Client } from "../../../src/client.ts";
import { isClientError } from "../../../src/core/errors.ts";
import type { LoadedStandIn } from "./loaded-stand-in.ts";

/** Signs in with one new client after another, while about half of the library's operations fail in random ways. */
export async function signInWithRandomFaults(
  count: number,
  standIn: LoadedStandIn,
  createClient: () => Client,
): Promise<void> {
  standIn.set("random", 58);
  const outcomes = new Map<string, number>();
  for (let turn = 0; turn < count; turn++) {
    const client = createClient();
    client.SetHttpRequestTimeout(100);
    const outcome = await client
      .signIn({ scopes: "openid identify", timeoutMs: 500 })
      .then(() => "signed in", codeOf)
      .finally(() => client.close());
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect(outcomes.get("signed in")).toBeGreaterThan(count / 10);
  expect(outcomes.size).toBeGreaterThan(3);
}

function codeOf(error: unknown): string {
  if (isClientError(error)) return error.code;
  throw error;
}
