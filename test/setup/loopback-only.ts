import { allowLoopbackOnly } from "./loopback.js";

allowLoopbackOnly((host) => {
  throw new Error(`A test tried to connect to ${host}.`);
});
