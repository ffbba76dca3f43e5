import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { columns } from "../../frame/columns.ts";
import { misunderstood } from "../../frame/failure.ts";
import { interrupted, nothingChanged } from "../../frame/prompts.ts";
import type { Outcome } from "../../frame/run-command.ts";
import { proseWidth } from "../../frame/terminal.ts";
import { readVersion } from "../../version.ts";
import { type InitCall, readGameApplication } from "../answers.ts";
import { confirmOverwrite } from "../confirm-overwrite.ts";
import { managerOf, numbered, type Step } from "../next-steps.ts";
import { writeFiles } from "../write-files.ts";
import { gameFiles } from "./game-files.ts";
import { manifestText } from "./manifest.ts";

/** Writes a game for Electron. The game needs no config, because it does not use the CLI's other commands. */
export async function initElectron(call: InitCall): Promise<Outcome> {
  const { cwd, terminal } = call;
  refuseOtherOptions(call);
  const { applicationId, webBase } = await readGameApplication(call);
  const isEmulated = webBase !== undefined;
  const texts = [...gameFiles(isEmulated ? undefined : applicationId)].map(
    ([path, text]) => [join(cwd, path), text] as const,
  );
  await confirmOverwrite(call, texts.map(([path]) => path).filter(existsSync));
  const files = new Map([...texts, [join(cwd, "package.json"), manifestText(cwd, readVersion())]]);
  if (call.signal.aborted) throw interrupted(nothingChanged);
  await writeFiles(files, [...new Set([...files.keys()].map(dirname))]);
  terminal.print(`Wrote an Electron game: ${files.size} files in ${cwd}.\n`);
  const steps = numbered(stepsOf(call, isEmulated));
  terminal.print(`Next:\n${columns(steps, proseWidth(terminal.columns))}`);
  return { result: { files: [...files.keys()], environments: [] } };
}

/** Options that apply only to the config and the commands. */
function refuseOtherOptions({ options }: InitCall): void {
  const { guild, production, format, activity, withoutCommands } = options;
  const others = { "--guild": guild, "--production": production, "--format": format, "--activity": activity };
  const given = Object.entries({ ...others, "--without-commands": withoutCommands })
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name]) => name);
  if (given.length > 0)
    throw misunderstood(
      `--electron and ${given.join(", ")} cannot be used together, because the Electron game has no config and no commands.`,
      "Run 'slashpass init' again without --electron to create them.",
    );
}

function stepsOf(call: InitCall, isEmulated: boolean): readonly Step[] {
  const { run, install } = managerOf(call);
  const register =
    "In the developer portal, enable 'Public Client' and register the redirects http://127.0.0.1/callback and com.example.game:/authorize/callback.";
  return [
    { text: "Install the packages:", lines: [install.replace(/ add$/, " install")] },
    { text: "Run the test, which signs a player in with the emulator:", lines: ["npm test"] },
    { text: "Start the game with the emulator:", lines: [`${run} emulator -- npm run dev`] },
    {
      text: isEmulated ? `${register} Set the application's id in src/main/account.ts.` : register,
      lines: ["npm run dev"],
    },
    {
      text: "Replace com.example.game with a domain that you own, in all files. Package the game:",
      lines: ["npm run package"],
    },
  ];
}
