import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { runProgram, warningsIn } from "../setup/child-process.ts";
import { ScratchHome } from "../native/scheme-home.ts";
import { sampled } from "../setup/cases.ts";
import { needs } from "../setup/system-parts.ts";

const root = new URL("../..", import.meta.url).pathname;
const ofSystem = "16-custom-scheme.js";
// Most examples numbered 20 and above are servers or have their own tests.
const examples = readdirSync(`${root}/examples`).filter(
  (name) => /^(?:[01]\d|[23]7)-/.test(name) && name !== ofSystem,
);

it.each(sampled(examples))("prints the golden output: examples/%s", (name) => runAsPrinted(name));

it(
  `receives its redirect from the operating system and leaves no files in the player's home: examples/${ofSystem}`,
  needs("Linux", "gio"),
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
