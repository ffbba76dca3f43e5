import { expect, it } from "vitest";
import { fetchCurrentUser } from "../../../src/tokens/current-user.ts";
import { CurrentUser } from "../../../src/tokens/player.ts";
import { tokenContext } from "../../setup/token-context.ts";

const user = { id: "1", username: "ada" };

it.each([
  ["the display name", { ...user, global_name: "Ada" }, "Ada"],
  ["the user name where no display name is set", { ...user, global_name: null }, "ada"],
])("uses as display name %s", async (_, body, name) => {
  const { context, requests } = tokenContext(() => ({ body }));
  expect(await fetchCurrentUser(context, "token-0123456789")).toMatchObject({
    id: "1",
    username: "ada",
    name,
  });
  expect(requests[0]?.path).toBe("https://service.example/api/users/@me");
  expect(requests[0]?.headers["authorization"]).toBe("Bearer token-0123456789");
});

it.each([
  [401, 50026, "missing_scope"],
  [403, 50001, "missing_access"],
])("names the missing scope (%i, %i)", async (status, number, code) => {
  const { context } = tokenContext(() => ({ status, body: { message: "No", code: number } }));
  await expect(fetchCurrentUser(context, "token")).rejects.toMatchObject({
    code,
    hint: "Sign in again with identify among the scopes.",
  });
});

it.each([null, [], { id: 1, username: "ada" }, { id: "1" }])("rejects %j as a user", async (body) => {
  const { context } = tokenContext(() => ({ body }));
  await expect(fetchCurrentUser(context, "token")).rejects.toMatchObject({ code: "invalid_response" });
});

it("contains only the fields granted by the scopes", async () => {
  const body = {
    ...user,
    global_name: null,
    avatar: "a_0123",
    locale: "de",
    email: "ada@example.org",
    verified: true,
  };
  const { context } = tokenContext(() => ({ body }));
  expect(Object.fromEntries(Object.entries(await fetchCurrentUser(context, "token")))).toEqual({
    id: "1",
    name: "ada",
    username: "ada",
    globalName: undefined,
    avatar: "a_0123",
    locale: "de",
    email: "ada@example.org",
    verified: true,
  });
});

it("returns the URL of the player's avatar, or of the default avatar for the id", () => {
  const own = new CurrentUser({
    id: "80351110224678912",
    username: "ada",
    avatar: "8342729096ea3675442027381ff50dfe",
  });
  expect(own.avatarUrl(256)).toBe(
    "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.webp?size=256",
  );
  const plain = new CurrentUser({ id: "80351110224678912", username: "ada" });
  // (80351110224678912 >> 22) % 6
  expect(plain.avatarUrl()).toBe("https://cdn.discordapp.com/embed/avatars/5.png");
  expect(() => own.avatarUrl(100 as 128)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
});
