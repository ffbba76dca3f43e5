import { expect, test } from "vitest";
import { AuthorizationTokenType, Client } from "../../../src/index.ts";
import { createRedactor } from "../../../src/log/redactor.ts";

const numbered = (index: number): string => `QDwqE3nT7vY0aXk2LmZsPf-${index}`;

test.each([
  ["bot token", { botToken: "a-bot-token-without-dots" }, "a-bot-token-without-dots"],
  ["client secret", { clientId: 1234567890n, clientSecret: "a-client-secret" }, "a-client-secret"],
])(
  "still masks a commands client's %s after a thousand token updates",
  async (_, applicationCredential, secret) => {
    const answer = { error: "invalid_grant", error_description: `the service quotes ${secret} here` };
    const fetch = () => Promise.resolve(Response.json(answer, { status: 400 }));
    const client = new Client({ applicationId: 1234567890n, applicationCredential, fetch });
    expect(client.commands).toBe(client.commands);
    for (let index = 0; index < 1000; index++) {
      await client.UpdateToken(AuthorizationTokenType.Bearer, numbered(index));
    }
    await expect(client.RefreshToken(1234567890n, "a-refresh-token")).rejects.toThrow(
      /the service quotes \[redacted\] here/,
    );
    await client.close();
  },
);

test("still masks the first secrets after many more are added", () => {
  const redactor = createRedactor({ secrets: ["given-at-first"] });
  redactor.add("added-at-first");
  for (let index = 0; index < 2000; index++) redactor.add(numbered(index));
  expect(redactor.redact("given-at-first added-at-first")).toBe("[redacted] [redacted]");
});
