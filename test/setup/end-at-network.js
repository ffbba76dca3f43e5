// For `node --import`: a program that tries to reach another machine ends, even where it would take the failure in its stride.
import { writeSync } from "node:fs";
import { allowLoopbackOnly } from "./loopback.js";

allowLoopbackOnly((host) => {
  writeSync(2, `A program of a test tried to connect to ${host}.\n`);
  process.exit(70);
});
