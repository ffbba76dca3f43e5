import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { runProgram, warningsIn } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";

const root = new URL("../..", import.meta.url).pathname;
// Most from 20 on are servers, which have a test of their own.
const examples = readdirSync(`${root}/examples`).filter((name) => /^(?:[01]\d|27)-/.test(name));

it.each(examples)(
  "examples/%s runs and prints what the golden file says",
  needs("whole programs"),
  async (name) => {
    const { status, stdout, stderr } = await runProgram(process.execPath, [`examples/${name}`], {
      cwd: root,
    });
    expect(warningsIn(stderr)).toEqual([]);
    expect(status).toBe(0);
    await expect(stdout.replaceAll(/:\d{4,5}\b/g, ":PORT")).toMatchFileSnapshot(
      `../golden/examples/${name}.txt`,
    );
  },
);
