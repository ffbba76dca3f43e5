import { existsSync } from "node:fs";
import { dirname, join, basename } from "node:path";
import { columns } from "../frame/terminal-text.ts";
import { misunderstood } from "../frame/failure.ts";
import { interrupted, nothingChanged } from "../frame/prompts.ts";
import type { Outcome } from "../frame/run-command.ts";
import { proseWidth } from "../frame/terminal.ts";
import { readVersion } from "../version.ts";
import { type InitCall, readGameApplication, confirmOverwrite } from "./answers.ts";
import { managerOf, numbered, type Step } from "./next-steps.ts";
import { writeFiles, readManifest } from "./write-files.ts";
import { text as gitignore } from "../../../examples/electron/.gitignore?text";
import { text as builder } from "../../../examples/electron/electron-builder.yml?text";
import { text as viteConfig } from "../../../examples/electron/electron.vite.config.ts?text";
import { text as forge } from "../../../examples/electron/forge.config.js?text";
import { text as account } from "../../../examples/electron/src/main/account.ts?text";
import { text as main } from "../../../examples/electron/src/main/index.ts?text";
import { text as preload } from "../../../examples/electron/src/preload/index.ts?text";
import { text as describe } from "../../../examples/electron/src/renderer/describe.ts?text";
import { text as html } from "../../../examples/electron/src/renderer/index.html?text";
import { text as page } from "../../../examples/electron/src/renderer/main.ts?text";
import { text as electron } from "../../../examples/electron/test/electron.ts?text";
import { text as test } from "../../../examples/electron/test/sign-in.test.ts?text";
import { text as tsconfig } from "../../../examples/electron/tsconfig.json?text";
import { text as vitestConfig } from "../../../examples/electron/vitest.config.ts?text";
import { isObject } from "../../core/check/readers.ts";

/** The game needs no config, because it does not use the CLI's other commands. */
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

const exampleId = "1234567890123456789";

/** @param applicationId - Default: the example's id, which the user replaces. */
export function gameFiles(applicationId = exampleId): ReadonlyMap<string, string> {
  return new Map([
    [".gitignore", gitignore],
    ["electron-builder.yml", builder],
    ["electron.vite.config.ts", viteConfig],
    ["forge.config.js", forge],
    ["src/main/account.ts", account.replace(exampleId, applicationId)],
    ["src/main/index.ts", main],
    ["src/preload/index.ts", preload],
    ["src/renderer/describe.ts", describe],
    ["src/renderer/index.html", html],
    ["src/renderer/main.ts", page],
    ["test/electron.ts", electron],
    ["test/sign-in.test.ts", test],
    ["tsconfig.json", tsconfig],
    ["vitest.config.ts", vitestConfig],
  ]);
}

const scripts = {
  dev: "electron-vite dev",
  check: "tsc",
  test: "vitest run",
  build: "electron-vite build",
  package: "electron-vite build && electron-builder",
};

const devDependencies = {
  "@types/node": "^24.19.4",
  electron: "^45.5.0",
  "electron-builder": "^26.17.0",
  "electron-vite": "^6.0.0",
  typescript: "^7.0.2",
  vite: "^8.3.8",
  vitest: "^4.1.12",
};

/**
 * An existing file keeps its other fields and the versions of its dependencies.
 *
 * @param version - the version of slashpass.
 */
export function manifestText(folder: string, version: string): string {
  const old = readManifest(folder)?.manifest ?? {};
  const manifest = {
    name: nameOf(folder),
    version: "0.1.0",
    private: true,
    ...old,
    type: "module",
    main: "out/main/index.js",
    scripts: { ...objectOf(old["scripts"]), ...scripts },
    dependencies: { slashpass: `^${version}`, ...objectOf(old["dependencies"]) },
    devDependencies: { ...devDependencies, ...objectOf(old["devDependencies"]) },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Package names have at most 214 characters (npm, package.json, "name"). */
function nameOf(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-");
  return name.replaceAll(/^-+|-+$/g, "").slice(0, 214) || "game";
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
