// Builds the addon and dist, or the named parts: build.js [native] [ts] [declarations] [types]. Prints a tool's output only if it
// fails.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { installAdvice, missingBuildTools } from "./build-tools.js";
import { removeInternalDeclarations } from "./public-declarations.js";

const root = new URL("..", import.meta.url);

/** @typedef {{ tool: string, args: string[] }} Step - `tool` is the package whose program is run */

/** @type {Step} */
const declarations = { tool: "typescript", args: ["-p", "tsconfig.build.json"] };

/**
 * For the quick tests, `declarations` emits the public types without building the bundles, and `types` reports all type errors.
 * @type {Record<string, Step[]>}
 */
const parts = {
  native: [
    {
      tool: "cmake-js",
      args: ["build", "--parallel", String(availableParallelism()), "--CDCMAKE_UNITY_BUILD=ON"],
    },
  ],
  ts: [{ tool: "rolldown", args: ["-c", "scripts/bundle/rolldown.config.js"] }, declarations],
  declarations: [declarations],
  types: [
    {
      tool: "typescript",
      args: ["-p", "tsconfig.json", "--incremental", "--tsBuildInfoFile", "build/types.tsbuildinfo"],
    },
  ],
};

/** @param {string} packageName */
function programOf(packageName) {
  const folder = new URL(`node_modules/${packageName}/`, root);
  const { bin } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  return fileURLToPath(new URL(typeof bin === "string" ? bin : (bin[packageName] ?? bin.tsc), folder));
}

/**
 * @param {Step} step
 * @returns {Promise<string | undefined>} the output, if the tool failed.
 */
function run({ tool, args }) {
  const child = spawn(process.execPath, [programOf(tool), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const end = signal === null ? `exit code ${code}` : signal;
      resolve(code === 0 ? undefined : `${output}\nbuild: ${tool} ${args.join(" ")} failed (${end}).\n`);
    });
  });
}

const requestedTargets = process.argv.slice(2);
const names = requestedTargets.length > 0 ? requestedTargets : ["native", "ts"];
const missing = names.includes("native") ? missingBuildTools() : [];
if (missing.length > 0) {
  process.stderr.write(installAdvice(missing));
  process.exit(1);
}
process.stdout.write(`build: ${names.join(" and ")}; the first build takes about a minute\n`);
if (names.includes("ts")) rmSync(new URL("dist", root), { recursive: true, force: true });
const failures = await Promise.all(names.flatMap((name) => parts[name] ?? []).map(run));
for (const failure of failures) process.stderr.write(failure ?? "");
const hasFailed = failures.some((failure) => failure !== undefined);
if (!hasFailed && (names.includes("ts") || names.includes("declarations"))) removeInternalDeclarations();
process.exitCode = hasFailed ? 1 : 0;
