// Keeps secrets out of the console: formats each line, then masks it.
import { formatWithOptions } from "node:util";
import { createRedactor } from "slashpass";

const redactor = createRedactor({ secrets: ["correct horse battery staple"] });

for (const method of /** @type {const} */ (["debug", "log", "info", "warn", "error"])) {
  const print = console[method].bind(console);
  console[method] = (/** @type {unknown[]} */ ...args) =>
    print("%s", redactor.redact(formatWithOptions({ colors: false }, ...args)));
}

console.log("the password is %s", "correct horse battery staple");
console.log({
  headers: { authorization: "Bearer abcdefgh12345678" },
  list: ["correct horse battery staple"],
});
console.log(new Error("refused: correct%20horse%20battery%20staple").message);
