// Replaced with the example itself when bundling.
export { default } from "../../../examples/28-interactions-worker.js";
