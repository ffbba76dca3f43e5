// Bundling replaces this file with the example itself.
export { default } from "../../../examples/28-interactions-worker.js";
