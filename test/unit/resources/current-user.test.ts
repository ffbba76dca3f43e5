import { expect, test } from "vitest";
import { connectApi } from "../../setup/api-client.ts";

test("what concerns the user is sent with a token that is asked for each time", async () => {
  let asked = 0;
  const userToken = () => Promise.resolve(`token-${++asked}`);
  const { api, requests } = connectApi(() => [], { userToken });
  await api.currentUser.guilds.list();
  await api.currentUser.guilds.list();
  expect(requests.map(({ authorization }) => authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
});
