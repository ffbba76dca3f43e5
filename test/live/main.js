// npm run test:live [-- --help]: verifies the emulator's assumptions about Discord. See docs/verified.md.
import { register } from "node:module";

register("../reach/source-hooks.js", import.meta.url);

/** @type {typeof import("./run.ts")} */
const { runLive } = await import(new URL("run.ts", import.meta.url).href);
process.exitCode = await runLive(process.argv.slice(2), process.env);
