import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: string | readonly string[] | Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const directory = new URL("../../../.github/workflows/", import.meta.url);
const workflows = readdirSync(directory).map((name): [string, string, Workflow] => {
  const text = readFileSync(new URL(name, directory), "utf8");
  return [name, text, parse(text) as Workflow];
});
/** The permissions beyond `contents: read`, per job. */
const extraPermissions: Readonly<Record<string, readonly string[]>> = {
  "release.yml publish": ["attestations: write", "contents: write", "id-token: write"],
  "site.yml publish": ["id-token: write", "pages: write"],
};

describe.each(workflows)("%s", (name, text, { on, permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

  it("pins every action by commit, with its version in a comment", () => {
    const actions = text.match(/(?<=uses: ).*$/gm) ?? [];
    const unpinned = /^(?!\.\/)(?!actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/;
    expect(actions.filter((action) => unpinned.test(action))).toEqual([]);
  });

  it("grants only read access by default and gives each job only the permissions it needs", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const [job, { permissions: granted = {} }] of Object.entries(jobs)) {
      const extra = Object.entries(granted).map(([scope, access]) => `${scope}: ${access}`);
      expect(extra.filter((line) => line !== "contents: read").toSorted()).toEqual(
        extraPermissions[`${name} ${job}`] ?? [],
      );
    }
  });

  it("does not expose secrets to pull requests or to checked-out code", () => {
    const events = typeof on === "string" ? [on] : Array.isArray(on) ? on : Object.keys(on);
    expect(events).not.toContain("pull_request_target");
    expect(text).not.toContain("secrets.");
    expect(
      steps.filter(
        (step) => step.uses?.startsWith("actions/checkout@") && step.with?.["persist-credentials"] !== false,
      ),
    ).toEqual([]);
  });

  it("does not insert expressions into scripts", () => {
    expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });
});

it("runs .ci/run on every push and pull request", () => {
  const [, , ci] = workflows.find(([name]) => name === "ci.yml") ?? expect.unreachable();
  expect(Object.keys(ci.on)).toEqual(expect.arrayContaining(["push", "pull_request"]));
  expect(ci.jobs["run"]?.steps?.at(-1)).toEqual({ run: "bash .ci/run" });
});
