import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it, vi } from "vitest";
import { createBrowser } from "../../../src/emulator/player/browser.ts";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { freePort } from "../../setup/free-port.js";
import { Notebook } from "../../setup/program/notebook.ts";
import { executable } from "../../setup/program/run-executable.ts";
import { startSecrets } from "../../setup/secrets-bus.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const children: ChildProcess[] = [];
afterAll(() => Promise.all(children.map(endProgram)));

async function startOwnEmulator(cwd: string, port: number): Promise<string> {
  const args = [executable, "emulator", "--port", String(port), "--env", ".env"];
  const child = startProgram(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let output = "";
  child.stdout?.on("data", (text: Buffer) => (output += text.toString()));
  while (!output.includes(".env\n")) await once(child.stdout ?? expect.unreachable(), "data");
  return output;
}

it("works as in docs/first-hour.md (write it with vitest -u)", needs("whole programs"), async () => {
  const home = temporaryFolder();
  const cwd = join(home, "game");
  mkdirSync(cwd);
  // Replaces the page's first step, npm install slashpass.
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(
    fileURLToPath(new URL("../../../", import.meta.url)),
    join(cwd, "node_modules/slashpass"),
    "dir",
  );
  const port = await freePort();
  const greeting = await startOwnEmulator(cwd, port);
  // Its disposal restores the environment.
  await using _secrets = await startSecrets();
  vi.stubEnv("HOME", home);
  const browser = join(home, "browser");
  writeFileSync(browser, "", { mode: 0o755 });
  vi.stubEnv("BROWSER", browser);
  // Otherwise, xdg-open queries the bus for a desktop.
  vi.stubEnv("XDG_CURRENT_DESKTOP", "X-Generic");
  const openBrowser = createBrowser(`http://127.0.0.1:${port}`, "Ada", "accept");
  const notebook = new Notebook({ cwd, env: {}, own: { openBrowser } }, [
    // A rollout processes the guilds in no particular order.
    [/^(?<at>\d)(?<of> of 5: guild )\d+/gm, "$<at>$<of>100000000000001$<at>"],
    [cwd, "/home/ada/game"],
    [home, "/home/ada"],
    [new RegExp(`\\b${port}\\b`, "g"), "8181"],
    [/127\.0\.0\.1%3A\d+/g, "127.0.0.1%3A49152"],
    [/(state|code_challenge)=[\w-]{43}/g, "$1=..."],
    [/until \d{4}-\d\d-\d\d \d\d:\d\d/g, "until 2026-12-01 12:00"],
    [
      /^ok +addon[^]*?(?=\nok)/gm,
      "ok           addon          (the path of the addon, and where it was found)",
    ],
  ]);

  notebook.prose(`# A first hour

<!-- Written by test/flow/program/first-hour.test.ts with vitest -u: every command on this page was run. -->

This page leads from an empty directory to commands in five guilds. The emulator replaces Discord. Start it in a separate terminal:`);
  notebook.record("npm install slashpass && npx slashpass emulator --port 8181 --env .env", greeting);
  notebook.prose(`In a second terminal, every command that you run in this directory reads \`.env\`, which selects the emulator and takes precedence over the
config. Run your own programs with \`node --env-file=.env\`. If the output names \`slashpass\` without \`npx\`, type \`npx slashpass\`, or install
the package globally.

## A config and commands`);
  await notebook.type("init", "--yes");
  notebook.file("slashpass.config.mjs", "js");
  notebook.file("commands.mjs", "js");

  notebook.prose(`## A player signs in

The browser opens the emulator's page, and Ada accepts:`);
  await notebook.type("login");
  await notebook.type("whoami");

  notebook.prose(`## The commands appear

\`plan\` shows the changes, and \`apply\` makes them. In a terminal, \`apply\` asks for confirmation; in scripts, pass \`--yes\`.`);
  await notebook.type("commands", "plan");
  await notebook.type("commands", "apply", "--yes");

  notebook.prose(`## A change

Improve a description and add an option in \`commands.mjs\`:`);
  notebook.edit(
    "commands.mjs",
    `        description: "The player; you by default."
      }`,
    `        description: "Whose score; yours if left out."
      },
      {
        type: 5,
        name: "secret",
        description: "Whether you alone see the answer."
      }`,
  );
  await notebook.type("commands", "plan");
  await notebook.type("commands", "apply", "--yes");
  await notebook.type("commands", "plan", "--exit-code");

  notebook.prose(`## Five guilds

Guild commands appear at once. \`guilds.txt\` lists the guilds of five testers, one id per line:`);
  writeFileSync(
    join(cwd, "guilds.txt"),
    `# testers\n${[11, 12, 13, 14, 15].map((last) => `10000000000000${last}`).join("\n")}\n`,
  );
  notebook.file("guilds.txt", "text");
  await notebook.type("commands", "rollout", "--guilds", "guilds.txt", "--yes");
  notebook.prose(
    "A journal records the finished guilds. After Ctrl-C or a failure, the same command continues with the remaining ones:",
  );
  await notebook.type("commands", "rollout", "--guilds", "guilds.txt", "--yes");

  notebook.prose(`## Check the machine and the application

\`doctor\` checks this machine and the application. A line that reports a problem also says how to fix it.`);
  await notebook.type("doctor");

  notebook.prose(`## Next steps

[\`npx slashpass dev\`](guides/interaction-hosts.md#edit-and-try-with-slashpass-dev) serves \`handler.mjs\` while you edit it; use the commands on the emulator's page.

For your own application, put its id into the config, replace the emulator's settings in \`.env\` with its secret (or store the secret in
the keychain), and run the same commands. \`npx slashpass help\` lists every command.`);

  await expect(notebook.toString()).toMatchFileSnapshot("../../../docs/first-hour.md");
});
