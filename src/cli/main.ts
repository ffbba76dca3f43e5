#!/usr/bin/env node
import { has } from "./frame/command-line.ts";
import { hideExperimentalWarnings } from "./frame/host.ts";
import { shape } from "./entries.ts";
import { ExitCode } from "./frame/failure.ts";
import { endAtSignals, isVerbose, ignoreClosedReader, runVerbosely } from "./frame/process.ts";
import { runProgram } from "./frame/run-program.ts";

hideExperimentalWarnings();
const { stdin, stdout, stderr, env } = process;
const [, program = "", ...words] = process.argv;
let isBroken = false;
ignoreClosedReader(stdout, ({ code }) => {
  isBroken = true;
  stderr.write(`slashpass: The result could not be written completely (${code}).\n`);
});
// If standard error also fails, only the exit code reports the problem.
ignoreClosedReader(stderr, () => (isBroken = true));
const host = {
  stdin,
  stdout,
  stderr,
  env,
  program: [process.execPath, ...process.execArgv, program],
  cwd: process.cwd(),
  signal: endAtSignals(process, ExitCode.Interrupted),
};
const runsAgain = has(words, "--verbose") && !isVerbose(env);
const code = await (runsAgain ? runVerbosely(words, host) : runProgram(words, shape, host));
// Work left over from an interrupted module could keep the process alive.
if (host.signal.aborted) setTimeout(() => process.exit(), 1_000).unref();
process.exitCode = isBroken && code === ExitCode.Done ? ExitCode.Failed : code;
