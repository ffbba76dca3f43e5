#!/usr/bin/env node
import { has } from "./frame/common-options.ts";
import { EndedBy } from "./frame/failure.ts";
import { hideExperimentalWarnings } from "./frame/own-warnings.ts";
import { runProgram } from "./frame/run-program.ts";
import { isVerbose, runVerbosely } from "./frame/verbose.ts";
import { shape } from "./entries.ts";

hideExperimentalWarnings();
const end = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second Ctrl-C does not wait for work that is under way.
    if (end.signal.aborted) process.exit(130);
    end.abort(new EndedBy(signal));
  });
}
const { stdin, stdout, stderr, env } = process;
const host = { stdin, stdout, stderr, env, cwd: process.cwd(), signal: end.signal };
const [, program = "", ...words] = process.argv;
const runsAgain = has(words, "--verbose") && !isVerbose(env);
process.exitCode = await (runsAgain
  ? runVerbosely([program, ...words], host)
  : runProgram(words, shape, host));
