import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import {
  closeServer,
  createLoopbackServer,
  listen,
} from "../../../../src/sign-in/redirect/loopback-server.ts";

it("closes the oldest connection when the limit is exceeded", async () => {
  const server = createLoopbackServer();
  await listen(server, "127.0.0.1", 0);
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    await Promise.all([once(socket, "connect"), once(server, "connection")]);
    return socket;
  };
  const first = await open();
  const gone = once(first, "close");
  for (let count = 0; count < 128; count += 1) await open();
  await gone;
  await closeServer(server);
});

it("rejects a port that another server uses", async () => {
  const [one, other] = [createLoopbackServer(), createLoopbackServer()];
  await listen(one, "127.0.0.1", 0);
  const { port } = one.address() as AddressInfo;
  await expect(listen(other, "127.0.0.1", port)).rejects.toMatchObject({ code: "EADDRINUSE" });
  await closeServer(one);
});
