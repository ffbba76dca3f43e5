import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, expect, it } from "vitest";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { Notebook } from "../../setup/program/notebook.ts";
import { executable } from "../../setup/program/run-executable.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const children: ChildProcess[] = [];
afterAll(() => Promise.all(children.map(endProgram)));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** The emulator, as it is started in a terminal of its own; with what it said. */
async function startOwnEmulator(cwd: string, port: number): Promise<string> {
  const words = [executable, "emulator", "--port", String(port), "--env", ".env.emulator"];
  const child = startProgram(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  let said = "";
  child.stdout?.on("data", (text: Buffer) => (said += text.toString()));
  while (!said.includes(".env.emulator\n")) await once(child.stdout ?? expect.unreachable(), "data");
  return said;
}

it(
  "a first hour goes as docs/first-hour.md says (write it with vitest -u)",
  needs("whole programs"),
  async () => {
    const home = temporaryFolder();
    const cwd = join(home, "game");
    mkdirSync(cwd);
    const port = await freePort();
    const greeting = await startOwnEmulator(cwd, port);
    const variables = parseEnv(readFileSync(join(cwd, ".env.emulator"), "utf8")) as Record<string, string>;
    const env = { ...variables, HOME: home };
    const notebook = new Notebook({ cwd, env }, [
      [cwd, "/home/ada/game"],
      [home, "/home/ada"],
      [String(port), "8181"],
      [/\d+ ms/g, "3 ms"],
    ]);

    notebook.prose(`# A first hour

<!-- Written by test/flow/program/first-hour.test.ts with vitest -u: everything on this page was typed and answered. -->

From nothing to commands in five guilds, without the service: the emulator stands in for it. In a terminal of its own:`);
    notebook.shown(
      "npm install slashpass && npx slashpass emulator --port 8181 --env .env.emulator",
      greeting,
    );
    notebook.prose(`In another terminal the settings become variables: \`set -a; . ./.env.emulator; set +a\`. They point every
command at the emulator, whatever the config says.

## A config and commands`);
    await notebook.type("init", "--yes");
    notebook.file("slashpass.config.mjs", "js");
    notebook.file("commands.mjs", "js");

    notebook.prose(`## The commands appear

What would happen, then let it happen. At a terminal \`apply\` asks first; \`--yes\` is for machines.`);
    await notebook.type("commands", "plan");
    await notebook.type("commands", "apply", "--yes");

    notebook.prose(`## A change

A better description, and an option, in \`commands.mjs\`:`);
    notebook.edit(
      "commands.mjs",
      `        description: "Whose; yours if left out."
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
      "The journal remembers what is done, so that the same line goes on after Ctrl-C or a failure:",
    );
    await notebook.type("commands", "rollout", "--guilds", "guilds.txt", "--yes");

    notebook.prose(`## And then

Put the id of your own application into the config, its secret into the environment or the keychain, and type the same
in a terminal without the emulator's variables. [The program](program.md) has every command and option.`);

    await expect(notebook.toString()).toMatchFileSnapshot("../../../docs/first-hour.md");
  },
);
