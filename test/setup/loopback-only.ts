import { allowLoopbackOnly } from "./loopback.js";

/** No test may reach another machine. */
allowLoopbackOnly((host) => {
  throw new Error(`A test tried to connect to ${host}.`);
});
