// Measures a process's first sign-in with a client from code-to-token.js and a slow player. Arguments: the token endpoint's port and the
// client's name.
import { fork } from "node:child_process";
import { prepare } from "./code-to-token.js";

const [port, what] = process.argv.slice(2);
const browser = fork(new URL("browser.js", import.meta.url), ["200"]);
const method = prepare(Number(port), browser).find((other) => other.what === what);
process.stdout.write(String(await method?.run()));
browser.disconnect();
