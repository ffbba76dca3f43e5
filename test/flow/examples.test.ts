import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { runProgram, warningsIn } from "../setup/child-process.ts";
import { ScratchHome } from "../native/scheme-home.ts";
import { needs } from "../setup/system-parts.ts";

const root = new URL("../..", import.meta.url).pathname;
const ofSystem = "16-custom-scheme.js";
// Most from 20 on are servers, or have a test of their own.
const examples = readdirSync(`${root}/examples`).filter(
  (name) => /^(?:[01]\d|[23]7)-/.test(name) && name !== ofSystem,
);

it.each(examples)("examples/%s runs and prints what the golden file says", needs("whole programs"), (name) =>
  runAsPrinted(name),
);

it(
  `examples/${ofSystem} is brought its redirect by the system, and leaves nothing in the player's home`,
  needs("whole programs", "Linux", "gio"),
  async () => {
    using home = new ScratchHome();
    const before = home.entries();
    await runAsPrinted(ofSystem, { XDG_CURRENT_DESKTOP: "GNOME" });
    expect(home.entries()).toEqual(before);
  },
);

async function runAsPrinted(name: string, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const { status, stdout, stderr } = await runProgram(process.execPath, [`examples/${name}`], {
    cwd: root,
    env: { ...process.env, ...settings },
  });
  expect(warningsIn(stderr)).toEqual([]);
  expect(status).toBe(0);
  await expect(stdout.replaceAll(/:\d{4,5}\b/g, ":PORT")).toMatchFileSnapshot(
    `../golden/examples/${name}.txt`,
  );
}
