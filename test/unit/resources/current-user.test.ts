import { expect, test } from "vitest";
import { connectApi } from "../../setup/api-client.ts";

test("sends requests for the user with a new user token each time", async () => {
  let asked = 0;
  const userToken = () => Promise.resolve(`token-${++asked}`);
  const { api, requests } = connectApi(() => [], { userToken });
  await api.currentUser.guilds.list();
  await api.currentUser.guilds.list();
  expect(requests.map(({ authorization }) => authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
});
