import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from "node:net";
import { afterEach, expect, it } from "vitest";
import { askTarget } from "../../../../../src/emulator/activity/proxy/forward.ts";

const families = getDefaultAutoSelectFamily();
afterEach(() => setDefaultAutoSelectFamily(families));

async function statusAt(host: string, listensAt: string): Promise<number | undefined> {
  const server = createServer((_request, response) => response.writeHead(204).end()).listen(0, listensAt);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const target = { mapping: { prefix: "/", target: host }, host, port, path: "/" };
  const asked = askTarget({} as IncomingMessage, target, { search: "", headers: ["host", host] });
  asked.end();
  const [answer] = (await once(asked, "response").finally(() => server.close())) as [IncomingMessage];
  return answer.statusCode;
}

it.each([
  ["localhost", "127.0.0.1"],
  ["localhost", "::1"],
  ["reef.localhost", "127.0.0.1"],
  ["[::1]", "::1"],
])("resolves %s to a server on this machine that listens at %s", async (host, listensAt) => {
  expect(await statusAt(host, listensAt)).toBe(204);
});

it("uses the IPv4 address if only one address is tried", async () => {
  setDefaultAutoSelectFamily(false);
  expect(await statusAt("localhost", "127.0.0.1")).toBe(204);
});
