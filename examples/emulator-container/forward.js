// Usage: node forward.js [address...]. Forwards connections to the emulator, which listens only on 127.0.0.1. Listens on the given
// addresses or, by default, on all addresses of the container.
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { pipeline } from "node:stream";

const port = Number(new URL(process.env["SLASHPASS_WEB_BASE"] ?? "http://127.0.0.1:8181").port);
const own = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ family, internal }) => family === "IPv4" && !internal)
  .map(({ address }) => address);
const named = process.argv.slice(2);

for (const address of named.length > 0 ? named : own) {
  const server = createServer((caller) => {
    const emulator = connect(port, "127.0.0.1");
    // If either side fails, the other is closed too.
    pipeline(caller, emulator, caller, () => undefined);
  });
  server.listen(port, address, () => console.log(`Forwards from ${address}:${port}.`));
}
