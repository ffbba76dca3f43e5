import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startEmulator } from "../../src/emulator/index.ts";
import { runProgram } from "../setup/child-process.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

const folder = new URL("../../examples/github-action/", import.meta.url);
const read = (name: string): unknown => parse(readFileSync(new URL(name, folder), "utf8"));
const root = new URL("../..", import.meta.url).pathname;

const emulator = await startEmulator();
afterAll(() => emulator.close());

/** Creates a repository that contains the package, and a runner whose `gh` records its arguments. */
function createRunner() {
  const cwd = temporaryFolder();
  const { application, apiBase } = emulator;
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  writeProgram(
    join(cwd, "node_modules/.bin/slashpass"),
    `exec '${process.execPath}' '${join(root, "dist/cli/main.js")}' "$@"`,
  );
  const environments = { production: { applicationId: application.id, apiBase, protected: true } };
  writeFileSync(
    join(cwd, "slashpass.config.json"),
    JSON.stringify({ environments, commands: "./commands.json" }),
  );
  writeFileSync(join(cwd, "commands.json"), JSON.stringify([{ name: "ping", description: "Answers." }]));
  writeGh(cwd, "");
  return cwd;
}

function writeGh(cwd: string, knownComment: string): void {
  const script = `printf '%s\\n' "$*" >>gh.txt\ncase $* in *--jq*) echo ${knownComment} ;; esac`;
  writeProgram(join(cwd, "gh"), script);
}

function writeProgram(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

interface Event {
  readonly name: "pull_request" | "push" | "schedule";
  readonly apply: "true" | "false";
  readonly drift?: "true";
  /** The job's status. Default: 0. */
  readonly status?: number;
  readonly token: string;
  readonly cwd: string;
  /** The only step to run. Default: all steps. */
  readonly only?: string;
}

/** Runs the steps as GitHub's runner does, with its shell, its variables and the evaluated expressions. */
async function runAction({
  name,
  apply,
  drift,
  status = 0,
  token,
  cwd,
  only,
}: Event): Promise<Record<string, string>> {
  const { runs } = read("action.yml") as { runs: { steps: readonly Step[] } };
  const values: Readonly<Record<string, string>> = {
    "inputs.environment": "production",
    "inputs.github-token": "ghs_token",
    "github.event.pull_request.number": "7",
  };
  const conditions: Readonly<Record<string, boolean>> = {
    "inputs.drift == 'true'": drift === "true",
    "inputs.apply == 'true' && inputs.drift != 'true'": apply === "true" && drift !== "true",
    "inputs.apply != 'true' && inputs.drift != 'true'": apply !== "true" && drift !== "true",
    "inputs.apply != 'true' && inputs.drift != 'true' && github.event_name == 'pull_request'":
      apply !== "true" && drift !== "true" && name === "pull_request",
  };
  const outputs: Record<string, string> = {};
  for (const step of runs.steps.filter((each) => only === undefined || each.name === only)) {
    if (step.if !== undefined && !(conditions[step.if] ?? expect.unreachable(step.if))) continue;
    const own = Object.entries(step.env ?? {}).map(([key, text]) => [
      key,
      text.replace(
        /^\$\{\{ (.*) \}\}$/,
        (_, expression: string) => values[expression] ?? expect.unreachable(expression),
      ),
    ]);
    const env = {
      PATH: `${cwd}${delimiter}${process.env["PATH"]}`,
      HOME: cwd,
      // Prevents npm from checking its registry for updates.
      npm_config_update_notifier: "false",
      GITHUB_REPOSITORY: "game/game",
      GITHUB_STEP_SUMMARY: join(cwd, "summary.md"),
      RUNNER_TEMP: cwd,
      SLASHPASS_BOT_TOKEN: token,
      ...(Object.fromEntries(own) as Record<string, string>),
    };
    const ended = await runProgram("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd,
      env,
    });
    outputs[step.name] = ended.stdout + ended.stderr;
    if (ended.status === status) continue;
    expect([step.name, ended.status, outputs[step.name]]).toEqual([step.name, 0, outputs[step.name]]);
  }
  return outputs;
}

describe("the GitHub action", () => {
  it("posts the plan on a pull request in a single comment", async () => {
    const cwd = createRunner();
    await runAction({ name: "pull_request", apply: "false", token: emulator.application.botToken, cwd });
    const comment = readFileSync(join(cwd, "slashpass-comment.md"), "utf8");
    expect(comment).toMatch(/^<!-- slashpass plan -->\n/);
    expect(comment).toContain("ping");
    expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("ping");
    const comments = "repos/game/game/issues/7/comments";
    expect(readFileSync(join(cwd, "gh.txt"), "utf8")).toContain(`--method POST ${comments} --field body=@`);
    writeGh(cwd, "42");
    await runAction({ name: "pull_request", apply: "false", token: "", cwd, only: "Comment" });
    expect(readFileSync(join(cwd, "gh.txt"), "utf8")).toContain("PATCH repos/game/game/issues/comments/42");
  });

  it("runs only the validation if there is no secret, as on a pull request from a fork", async () => {
    const cwd = createRunner();
    const outputs = await runAction({ name: "pull_request", apply: "false", token: "", cwd });
    expect(outputs["Plan"]).toContain("::notice::No secret is set");
    expect(existsSync(join(cwd, "gh.txt"))).toBe(false);
  });

  it("applies the commands on main and reports no drift until a command is added by hand", async () => {
    const cwd = createRunner();
    const event = { name: "schedule", apply: "false", drift: "true", cwd } as const;
    const { botToken: token, id } = emulator.application;
    const headers = { authorization: `Bot ${token}`, "content-type": "application/json" };
    const commands = `${emulator.apiBase}/applications/${id}/commands`;
    await runAction({ name: "push", apply: "true", token, cwd });
    expect(await (await fetch(commands, { headers })).json()).toMatchObject([{ name: "ping" }]);
    const none = await runAction({ ...event, token });
    expect(none["Drift"]).not.toContain("::error");
    const body = JSON.stringify({ name: "other", description: "Somebody's." });
    await fetch(commands, { method: "POST", headers, body });
    const found = await runAction({ ...event, token, status: 1 });
    expect(found["Drift"]).toContain("- /other");
    expect(found["Drift"]).toContain("::error title=drift::");
  });

  it("annotates the line of an invalid definition", async () => {
    const cwd = createRunner();
    writeFileSync(join(cwd, "commands.json"), '[\n  { "name": "Ping", "description": "Answers." }\n]');
    const outputs = await runAction({
      name: "push",
      apply: "false",
      token: "",
      cwd,
      only: "Validate",
      status: 3,
    });
    expect(outputs["Validate"]).toMatch(/^::error file=commands\.json,line=2,col=\d+,title=/m);
  });

  it("is pinned to this version's tag in the example and declares every input that the example sets", () => {
    const { inputs } = read("action.yml") as { inputs: object };
    const { jobs } = read("commands.yml") as {
      jobs: { commands: { steps: readonly { uses?: string; with?: object }[] } };
    };
    const ours = jobs.commands.steps.find(({ uses }) => uses?.startsWith("slashpass/"));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(ours?.uses).toBe(`slashpass/slashpass/examples/github-action@v${version}`);
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(ours?.with ?? {})));
  });
});
