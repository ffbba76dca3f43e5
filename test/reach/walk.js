// node test/reach/walk.js [FOLDER] [--files]: prints how many source files each user task runs, compared with the figures before
// the restructuring and its targets. A file counts if one of its functions ran. FOLDER is another checkout; --files lists the
// files.
import { fork } from "node:child_process";
import { once } from "node:events";
import { requestedFolder, isRequested, print, showTable } from "./show.js";
import { walks } from "./walks.js";

const folder = requestedFolder();
/** @type {Record<string, number>} */
const figures = {};
for (const name of Object.keys(walks)) {
  const files = await filesOf(name);
  figures[name] = files.length;
  if (isRequested("--files")) print(`${name}\n${files.map((file) => `  ${file}\n`).join("")}`);
}
showTable("source files that run", figures);

/** @param {string} name @returns {Promise<string[]>} */
async function filesOf(name) {
  const sources = new URL("sources.js", import.meta.url).href;
  const child = fork(new URL("walk-process.js", import.meta.url), [folder, name], {
    execArgv: ["--import", sources],
    timeout: 60_000,
  });
  /** @type {string[] | undefined} */
  let files;
  child.once("message", (message) => (files = /** @type {string[]} */ (message)));
  const [status] = await once(child, "close");
  if (status !== 0 || !files) throw new Error(`The walk ${name} failed.`);
  return files;
}
