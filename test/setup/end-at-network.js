// For `node --import`: exits if the program connects to another machine, even if it would handle the failure.
import { writeSync } from "node:fs";
import { allowLoopbackOnly } from "./loopback.js";

allowLoopbackOnly((host) => {
  writeSync(2, `A test's program tried to connect to ${host}.\n`);
  process.exit(70);
});
