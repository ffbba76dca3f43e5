import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../setup/child-process.ts";
import { Browser } from "./browser.ts";
import { openWebsite } from "./website.ts";

/** Debian's interpreters, which find Debian's packages; others may come first in the PATH. */
const interpreters: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ".go": ["go", "run"],
  ".py": ["/usr/bin/python3"],
  ".rb": ["/usr/bin/ruby"],
};

/** Returns the program and arguments that run a script in this directory, such as `python/bot.py`. */
export function scriptProgram(script: string, ...args: readonly string[]): [string, string[]] {
  const [program, ...first] = interpreters[extname(script)] ?? [script];
  return [program, [...first, fileURLToPath(new URL(script, import.meta.url)), ...args]];
}

/** Signs Ada in with a script that prints the link, reads the redirect from standard input and prints its results as JSON. */
export async function signInWithScript(script: string, scope: string): Promise<unknown> {
  await using website = await openWebsite("namespace");
  const { id, clientSecret } = website.application;
  let isPrompted = false;
  const { stdout, stderr } = await runProgram(
    ...scriptProgram(script, id, clientSecret, website.callback, scope),
    {
      limitMs: 60_000,
      respond: (printed, type) => {
        const [, link] = /^authorize (.*)\n/m.exec(printed) ?? [];
        if (link === undefined || isPrompted) return;
        isPrompted = true;
        void new Browser().open(link).then(({ url }) => type(`${url.href}\n`));
      },
    },
  );
  const found = stdout.split("\n").find((line) => line.startsWith("{"));
  if (found === undefined) throw new Error(`${script} has found nothing.\n${stdout}${stderr}`);
  return JSON.parse(found);
}
