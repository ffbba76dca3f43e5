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
  const words = [executable, "emulator", "--port", String(port), "--env", ".env"];
  const child = startProgram(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let said = "";
  child.stdout?.on("data", (text: Buffer) => (said += text.toString()));
  while (!said.includes(".env\n")) await once(child.stdout ?? expect.unreachable(), "data");
  return said;
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

<!-- Written by test/flow/program/first-hour.test.ts with vitest -u: everything on this page was typed and answered. -->

From an empty folder to commands in five guilds. The emulator stands in for Discord. Start it in a terminal of its own:`);
  notebook.shown("npm install slashpass && npx slashpass emulator --port 8181 --env .env", greeting);
  notebook.prose(`In a second terminal, every command that is typed in this folder reads \`.env\`, which points it at the emulator, whatever the
config says; \`node --env-file=.env\` gives it to a program of your own. Where \`slashpass\` stands alone here, type
\`npx slashpass\`, or install the package globally.

## A config and commands`);
  await notebook.type("init", "--yes");
  notebook.file("slashpass.config.mjs", "js");
  notebook.file("commands.mjs", "js");

  notebook.prose(`## A player signs in

The browser opens on the emulator's page, and Ada agrees:`);
  await notebook.type("login");
  await notebook.type("whoami");

  notebook.prose(`## The commands appear

\`plan\` shows the changes, and \`apply\` makes them. At a terminal \`apply\` asks first; \`--yes\` is for machines.`);
  await notebook.type("commands", "plan");
  await notebook.type("commands", "apply", "--yes");

  notebook.prose(`## A change

A better description, and an option, in \`commands.mjs\`:`);
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

Commands of a guild appear at once. \`guilds.txt\` has the guilds of five testers, one id a line:`);
  writeFileSync(
    join(cwd, "guilds.txt"),
    `# testers\n${[11, 12, 13, 14, 15].map((last) => `10000000000000${last}`).join("\n")}\n`,
  );
  notebook.file("guilds.txt", "text");
  await notebook.type("commands", "rollout", "--guilds", "guilds.txt", "--yes");
  notebook.prose(
    "A journal keeps the finished guilds, so that the same line continues after Ctrl-C or a failure:",
  );
  await notebook.type("commands", "rollout", "--guilds", "guilds.txt", "--yes");

  notebook.prose(`## Check the machine and the application

\`doctor\` looks at this machine and at the application. A line with a problem also has the remedy.`);
  await notebook.type("doctor");

  notebook.prose(`## Next steps

[\`npx slashpass dev\`](guides/interaction-hosts.md#edit-and-try-with-slashpass-dev) serves \`handler.mjs\` while you edit it, and you use the commands on the emulator's page.

Put the id of your own application into the config, its secret into the keychain or into \`.env\` in the place of the emulator's
settings, and type the same. \`npx slashpass help\` lists every command.`);

  await expect(notebook.toString()).toMatchFileSnapshot("../../../docs/first-hour.md");
});
