import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { currentTarget } from "../../src/native/addon-paths.ts";
import { runProgram } from "../setup/child-process.ts";

const root = new URL("../..", import.meta.url).pathname;
let project: string;

/** Installs two copies of the package, as npm does if two of a game's dependencies need different versions. */
beforeAll(() => {
  project = mkdtempSync(join(realpathSync(tmpdir()), "slashpass-copies-"));
  for (const copy of ["one", "other"]) {
    const folder = join(project, copy, "node_modules/slashpass");
    for (const path of ["package.json", "dist"])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const name of ["oauth4webapi", "uqr"])
      cpSync(join(root, "node_modules", name), join(project, "node_modules", name), { recursive: true });
    const binaries = join(folder, "prebuilds", currentTarget());
    mkdirSync(binaries, { recursive: true });
    copyFileSync(join(root, "build/Release/slashpass.node"), join(binaries, "slashpass.node"));
    writeFileSync(join(project, copy, "use.mjs"), 'export * from "slashpass";');
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function run(source: string) {
  const file = join(project, "program.mjs");
  writeFileSync(file, source);
  return runProgram(process.execPath, [file], { cwd: project });
}

const use = `async function use({ Client, createRedactor, LoggingSeverity }, folder, addonPath) {
  const client = new Client({ addonPath });
  const opened = client.SetLogDir(folder, LoggingSeverity.Info);
  const text = createRedactor({ secrets: ["hush-hush"] }).redact("a hush-hush word");
  await client.close();
  return \`\${opened} \${text}\`;
}`;

it("loads a separate addon for each of two copies in a process and recognizes both copies' errors", async () => {
  const program = `import * as one from "./one/use.mjs";
    import * as other from "./other/use.mjs";
    ${use}
    console.log(await use(one, "one"), "|", await use(other, "other"));
    console.log(one.ClientError === other.ClientError);
    try { one.createRedactor(5); } catch (error) { console.log(other.isClientError(error), error.code); }`;
  expect(await run(program)).toMatchObject({
    stdout: "true a [redacted] word | true a [redacted] word\nfalse\ntrue invalid_secret\n",
    stderr: "",
    status: 0,
  });
});

it("shares nothing but the file between two copies with the same addonPath", async () => {
  const program = `import * as one from "./one/use.mjs";
    import * as other from "./other/use.mjs";
    ${use}
    const addonPath = ${JSON.stringify(join(root, "build/Release/slashpass.node"))};
    console.log(await use(one, "one", addonPath), "|", await use(other, "other", addonPath));
    const [mine, theirs] = [one.createRedactor({ secrets: ["hush-hush"] }), other.createRedactor()];
    console.log(mine.redact("hush-hush"), theirs.redact("hush-hush"));`;
  expect(await run(program)).toMatchObject({
    stdout: "true a [redacted] word | true a [redacted] word\n[redacted] hush-hush\n",
    stderr: "",
    status: 0,
  });
});
