// Measures one task. Arguments: the checkout and the task's name. Sends the names of the files in `src` in which a function ran,
// including functions that run only when a file is loaded.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { walks } from "./walks.js";

const [, , folder = ".", name = ""] = process.argv;
const src = `${pathToFileURL(join(folder, "src")).href}/`;

const emulator = fork(new URL("emulator-process.js", import.meta.url), [folder]);
try {
  const [service] = await once(emulator, "message");
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const openBrowser = (/** @type {string} */ url) => void emulator.send(url);
  await walks[/** @type {keyof typeof walks} */ (name)]({ folder, service, openBrowser });
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.filter((script) => script.url.startsWith(src) && hasRun(script));
  process.send?.(ran.map(({ url }) => url.slice(src.length)).toSorted());
} finally {
  emulator.disconnect();
}

/**
 * Returns whether anything ran besides the top level, which begins at the start of the file. @param
 * {import("node:inspector").Profiler.ScriptCoverage} script
 */
function hasRun({ functions }) {
  return functions.some(
    ({ functionName, ranges: [whole] }) =>
      whole !== undefined &&
      whole.startOffset > 0 &&
      whole.count > 0 &&
      functionName !== "<static_initializer>",
  );
}
