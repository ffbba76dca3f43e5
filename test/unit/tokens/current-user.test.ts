import { expect, it } from "vitest";
import { fetchCurrentUser } from "../../../src/tokens/current-user.ts";
import { tokenContext } from "../../setup/token-context.ts";

const user = { id: "1", username: "ada" };

it.each([
  ["the display name", { ...user, global_name: "Ada" }, "Ada"],
  ["the user name where no display name is set", { ...user, global_name: null }, "ada"],
])("The name to show is %s", async (_, body, name) => {
  const { context, requests } = tokenContext(() => ({ body }));
  expect(await fetchCurrentUser(context, "token-0123456789")).toEqual({ id: "1", name });
  expect(requests[0]?.path).toBe("https://service.example/api/users/@me");
  expect(requests[0]?.headers["authorization"]).toBe("Bearer token-0123456789");
});

it.each([
  [401, 50026, "missing_scope"],
  [403, 50001, "missing_access"],
])("A token without the scope is told which one it needs (%i, %i)", async (status, number, code) => {
  const { context } = tokenContext(() => ({ status, body: { message: "No", code: number } }));
  await expect(fetchCurrentUser(context, "token")).rejects.toMatchObject({
    code,
    hint: "Sign in again with identify among the scopes.",
  });
});

it.each([null, [], { id: 1, username: "ada" }, { id: "1" }])("%j is no user", async (body) => {
  const { context } = tokenContext(() => ({ body }));
  await expect(fetchCurrentUser(context, "token")).rejects.toMatchObject({ code: "invalid_response" });
});
