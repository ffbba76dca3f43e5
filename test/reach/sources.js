// Makes Node run a checkout's unbundled sources, so that V8 counts coverage per file: `node --import ./sources.js`.
import { register } from "node:module";

register("./source-hooks.js", import.meta.url);
