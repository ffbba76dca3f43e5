// Makes Node run a checkout's sources as they stand, so that V8 counts them file by file: `node --import ./sources.js`.
import { register } from "node:module";

register("./source-hooks.js", import.meta.url);
