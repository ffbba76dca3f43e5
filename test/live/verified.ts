import { apiVersions } from "../../src/core/request/addresses.ts";
import { endpointCount } from "./coverage.ts";
import type { Fact } from "./fact.ts";
import type { Result, Verdict } from "./probe.ts";
import { variables } from "./settings.ts";

/** A run's results, without ids, names and secrets. */
export interface RunRecord {
  readonly date: string;
  readonly apiVersion: number;
  readonly facts: readonly RecordedFact[];
}

interface RecordedFact {
  readonly id: string;
  readonly statement: string;
  readonly risk: string;
  readonly verdict: Verdict;
  readonly expected?: unknown;
  readonly observed?: unknown;
  readonly reason?: string;
}

export function recordOf(results: readonly Result[], date: string): RunRecord {
  return {
    date,
    apiVersion: apiVersions[0],
    facts: results.map(({ fact: { id, statement, risk }, verdict, difference, reason }) => ({
      id,
      statement,
      risk,
      verdict,
      ...(difference && { expected: difference.expected, observed: difference.observed }),
      ...(reason !== undefined && { reason }),
    })),
  };
}

/** Returns docs/verified.md. `vitest -u` rewrites it when the facts or the recorded run have changed. */
export function writeVerified(facts: readonly Fact[], record: RunRecord | undefined): string {
  const count = (risk: string) => facts.filter((one) => one.risk === risk).length;
  const list = variables.map(
    ({ variable, needed, description }) => `| \`${variable}\` | ${needed ? "yes" : "no"} | ${description} |`,
  );
  return `${[
    "# Verified against Discord",
    "",
    ...describeRecord(facts, record),
    "",
    `The emulator is based on ${facts.length} facts about Discord, which cover all [command rules](command-rules.md) and the ${endpointCount} endpoints`,
    "that the library calls. One command verifies them with a test application. CI runs the same facts against the emulator and checks",
    "that each fact fails if a response or a rule changes.",
    "",
    "## Set up a test application",
    "",
    "Use an application without players. In the developer portal:",
    "",
    "1. Create an application. Under **Installation**, select Guild Install and User Install.",
    "2. Under **Bot**, create a token and enable the Server Members intent.",
    "3. Under **OAuth2**, enable **Public Client**, copy the client secret, and add the redirect `http://127.0.0.1/callback`.",
    "4. Under **Activities**, enable Activities. Under **Monetization**, create a durable, a consumable and a subscription SKU, if your",
    "   team can sell them. Otherwise, the facts about them remain unverified.",
    "5. Create a guild with a text and a voice channel, and add the bot with all permissions. Your account must be able to manage the guild.",
    "",
    "Then set these variables:",
    "",
    "| variable | needed | value |",
    "| --- | --- | --- |",
    ...list,
    "",
    "If an optional variable is missing, its facts remain unverified. The tunnel's URL is needed to test interactions and to check",
    "the endpoint URL.",
    "",
    "## Run the facts",
    "",
    "```sh",
    "npm ci",
    "npm run test:live                  # shows the plan, asks for confirmation and runs the facts",
    "npm run test:live -- --read-only   # changes nothing",
    "npm run test:live -- --only oauth/ # only the facts whose id contains oauth/",
    "npm run test:live -- --emulator    # without an application",
    "```",
    "",
    "If required variables are missing, the command lists them and exits. `--json` prints the results as JSON, and `--yes` skips",
    "the confirmation.",
    "",
    "| risk | facts | effect |",
    "| --- | --- | --- |",
    `| read-only | ${count("read-only")} | Reads data, sends requests that Discord rejects, and obtains short-lived tokens. |`,
    `| changes-application | ${count("changes-application")} | Replaces global commands, the description, tags, endpoint URL, linked role metadata and test entitlements. |`,
    `| changes-guild | ${count("changes-guild")} | Replaces guild commands, sends messages, and sets a voice channel's status. |`,
    `| needs-player | ${count("needs-player")} | You authorize the application in a browser or use a command when prompted. |`,
    "",
    "A complete run may take an hour because of the rate limits. It stays within the daily limit of 200 new commands per",
    "scope. At the end, or after Ctrl-C or a failure, it restores the commands, the settings and the metadata, deletes the entitlements",
    "and messages that it has created, and revokes its tokens. Restored commands get new ids and lose their permissions. If the clean-up",
    "fails or the process is killed, `build/live/journal.<application>.json` records the previous state, and the next run restores it first.",
    "Secrets are not stored.",
    "",
    "## Report the results",
    "",
    "- Each difference is written to `build/live/differences/`, with its requests and responses. Secrets are masked; ids and names are",
    "  not, so read the file before you attach it to an issue.",
    "- `test/live/differences.test.ts` replays the files in `test/live/differences/`. Each file makes the test fail until the fact is",
    "  corrected.",
    "- A complete run against Discord writes `test/live/recorded-run.json`, from which this page is generated.",
  ].join("\n")}\n`;
}

function describeRecord(facts: readonly Fact[], record: RunRecord | undefined): readonly string[] {
  if (!record)
    return [
      "Nothing has been verified against Discord, because the command below has not been run with an application.",
    ];
  const by = (verdict: Verdict) => record.facts.filter((one) => one.verdict === verdict);
  const known = new Set(record.facts.map(({ id }) => id));
  const later = facts.filter(({ id }) => !known.has(id));
  const unverified = [...by("unverified"), ...later.map((one) => ({ ...one, reason: "newer than the run" }))];
  return [
    `The last run was on ${record.date.slice(0, 10)}, with API version ${record.apiVersion}: ${by("verified").length} facts are verified, ${by("different").length} differ, and ${unverified.length} are unverified.`,
    ...by("different").map(({ id, statement }) => `\n- Different: \`${id}\`. ${statement}`),
    ...unverified.map(({ id, reason }) => `\n- Unverified: \`${id}\` (${reason ?? "not run"}).`),
  ];
}
