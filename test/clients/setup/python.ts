import { fileURLToPath } from "node:url";
import { runProgram } from "../../setup/child-process.ts";
import { Browser } from "./browser.ts";
import { openWebsite } from "./website.ts";

/** Debian's Python, which has Debian's packages; another one may stand before it on the path. */
const python = "/usr/bin/python3";

/** The program and the arguments that run a script of `setup/python`. */
export function pythonProgram(script: string, ...args: readonly string[]): [string, string[]] {
  return [python, [fileURLToPath(new URL(`python/${script}`, import.meta.url)), ...args]];
}

/** Lets a script sign Ada in: it prints the link, gets the redirect, and prints its findings as JSON. */
export async function signInWithPython(script: string, scope: string): Promise<unknown> {
  await using website = await openWebsite("namespace");
  const { id, clientSecret } = website.application;
  let isAsked = false;
  const { stdout, stderr } = await runProgram(
    ...pythonProgram(script, id, clientSecret, website.callback, scope),
    {
      limitMs: 60_000,
      respond: (printed, type) => {
        const [, link] = /^authorize (.*)\n/m.exec(printed) ?? [];
        if (link === undefined || isAsked) return;
        isAsked = true;
        void new Browser().open(link).then(({ url }) => type(`${url.href}\n`));
      },
    },
  );
  const found = stdout.split("\n").find((line) => line.startsWith("{"));
  if (found === undefined) throw new Error(`${script} has found nothing.\n${stdout}${stderr}`);
  return JSON.parse(found);
}
