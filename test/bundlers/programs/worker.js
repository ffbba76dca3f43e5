// The example itself takes this file's place where programs are bundled.
export { default } from "../../../examples/28-interactions-worker.js";
