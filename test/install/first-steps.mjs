// Follows a README's quick start in the current directory, which must be empty: saves each file and runs each command. Prints the
// output, with the elapsed seconds after each command, and exits with 1 if a command fails. Usage: first-steps.mjs README.md
// TARBALL, where TARBALL replaces the package from the registry.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [readme = "", tarball = ""] = process.argv.slice(2);
const [, section = ""] = /^## Quick start\n(.*?)^## /ms.exec(readFileSync(readme, "utf8")) ?? [];
const began = performance.now();

for (const [, language, code = ""] of section.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)) {
  if (language === "js") save(code);
  else if (language === "sh") code.trimEnd().split("\n").forEach(type);
  else for (const [, line = ""] of code.matchAll(/^\$ (.*)$/gm)) type(line);
}

/** @param {string} code - the first line names the file */
function save(code) {
  const [, file = ""] = /^\/\/ (\S+)\n/.exec(code) ?? [];
  writeFileSync(file, code);
  console.log(`(${file} is saved)`);
}

/** @param {string} line */
function type(line) {
  console.log(`$ ${line}`);
  const typed = line.replace("npm install slashpass", `npm install ${tarball}`);
  const { status, stdout, stderr } = spawnSync("bash", ["-c", typed], { encoding: "utf8", timeout: 300_000 });
  process.stdout.write(stdout + stderr);
  console.log(`# ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  if (status !== 0) process.exit(1);
}
