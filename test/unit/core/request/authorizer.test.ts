import { expect, test } from "vitest";
import { Authorizer } from "../../../../src/core/request/authorizer.ts";
import type { ParsedCredential } from "../../../../src/core/request/credential.ts";

function create(credential: Partial<ParsedCredential>) {
  const secrets: string[] = [];
  const init = { apiBase: "https://service.example/api", timeoutMs: 60_000, fetch: undefined };
  const onSecret = (secret: string) => void secrets.push(secret);
  return { secrets, authorizer: new Authorizer(credential as ParsedCredential, { ...init, onSecret }) };
}

const user = { scope: "identify" };
const asking = { operation: "Asking", signal: undefined };

test("sends a bot token and masks it", async () => {
  const { authorizer } = create({ botToken: "token-of-the-bot" });
  const authorization = await authorizer.authorize("application", asking);
  expect(authorization).toEqual({ header: "Bot token-of-the-bot", identity: "bot" });
  expect(authorizer.mask("Bot token-of-the-bot")).not.toContain("token-of-the-bot");
});

test("reports a missing credential before it sends anything", async () => {
  const bot = create({ botToken: "bot" }).authorizer;
  await expect(bot.authorize(user, asking)).rejects.toMatchObject({
    code: "missing_credential",
    message: expect.stringContaining("needs a user's token") as string,
    hint: expect.stringContaining("Sign in the player, with the scope identify,") as string,
  });
  const player = create({ userToken: () => Promise.resolve("user") }).authorizer;
  await expect(player.authorize("application", asking)).rejects.toMatchObject({
    code: "missing_credential",
    message: expect.stringContaining("needs a token of the application") as string,
  });
  const client = create({ client: { id: "5", secret: "secret-of-the-client" } }).authorizer;
  await expect(client.authorize("bot", asking)).rejects.toMatchObject({
    code: "missing_credential",
    message: expect.stringContaining("needs the bot's token") as string,
  });
});

test("masks permanent secrets and the latest of many tokens", async () => {
  let count = 0;
  const userToken = () => Promise.resolve(`token-of-user-${++count}-`);
  const client = { id: "5", secret: "secret-of-the-client" };
  const { authorizer } = create({ botToken: "token-of-the-bot", client, userToken });
  for (let index = 0; index < 30; index++) await authorizer.authorize(user, asking);
  const shown = ["token-of-the-bot", client.secret, "token-of-user-30-"];
  for (const secret of shown) expect(authorizer.mask(secret)).not.toContain(secret);
  expect(authorizer.mask("token-of-user-1-")).toBe("token-of-user-1-");
});
