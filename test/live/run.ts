import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isServiceHost } from "../../src/core/request/addresses.ts";
import { writePrivateFile } from "../../src/cli/frame/private-file.ts";
import { type Before, TestApplication } from "./clean-up.ts";
import { uncoveredEndpoints, endpointCount } from "./coverage.ts";
import { CreateCount, type Created } from "./create-count.ts";
import { writeDifference } from "./differences.ts";
import { configOf, startEmulated } from "./emulated.ts";
import type { Fact } from "./fact.ts";
import { facts } from "./facts/index.ts";
import { findSurvivors } from "./faults.ts";
import { masked, probe, type Result } from "./probe.ts";
import { describeNeeds, describePlan, formatResult, isReadOnly, summarize } from "./report.ts";
import type { Config } from "./config.ts";
import { Session } from "./session.ts";
import { askUser, readConfig } from "./settings.ts";
import { recordOf } from "./verified.ts";

const help = `npm run test:live -- [options]
  --emulator    run against the emulator
  --faults      with --emulator: also check that every fact can fail
  --only TEXT   run the facts whose id contains TEXT
  --read-only   run only facts that change nothing
  --json        print the results as JSON
  --yes         do not ask
`;

const folder = join("build", "live");
const recordFile = new URL("recorded-run.json", import.meta.url);

/** @returns The exit code: 1 if a fact differs or the clean-up fails, 2 if nothing ran, 130 after Ctrl-C. */
export async function runLive(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args);
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  if (!options || options.help) {
    say(help);
    return options ? 0 : 2;
  }
  const chosen = facts.filter(
    ({ id, risk }) => id.includes(options.only ?? "") && (!options["read-only"] || risk === "read-only"),
  );
  if (options.emulator) return await runEmulated(chosen, options, say);
  const config = readConfig(env, say);
  if ("missing" in config) {
    say(describeNeeds(chosen, config.missing));
    return 2;
  }
  say(describePlan(chosen, config));
  if (!options.yes && !(await confirm(say))) return 2;
  return await new Run(chosen, config, options, say).run();
}

type Options = NonNullable<ReturnType<typeof readOptions>>;
type Say = (text: string) => void;

function readOptions(args: readonly string[]) {
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        emulator: flag,
        faults: flag,
        "read-only": flag,
        json: flag,
        yes: flag,
        help: flag,
        only: { type: "string" },
      },
    }).values;
  } catch {
    return undefined;
  }
}

async function confirm(say: Say): Promise<boolean> {
  if (!process.stdin.isTTY) {
    say("Nothing was sent. Without a terminal, pass --yes to start.");
    return false;
  }
  const answer = await askUser("Start? (y/N) ", new AbortController().signal);
  return answer.trim().toLowerCase() === "y";
}

async function runEmulated(chosen: readonly Fact[], options: Options, say: Say): Promise<number> {
  await using emulated = await startEmulated();
  const code = await new Run(chosen, configOf(emulated), { ...options, emulator: true }, say).run();
  if (code !== 0 || !options.faults) return code;
  const { lines, survivors } = await findSurvivors(chosen);
  for (const line of lines) say(line);
  for (const id of survivors) say(`No fault makes this fact fail: ${id}`);
  return survivors.length > 0 ? 1 : 0;
}

class Run {
  readonly #facts: readonly Fact[];
  readonly #config: Config;
  readonly #options: Options;
  readonly #say: Say;
  readonly #abort = new AbortController();
  readonly #application: TestApplication;
  readonly #journal: string;
  readonly #createsFile: string;
  readonly #creates: CreateCount;

  constructor(chosen: readonly Fact[], config: Config, options: Options, say: Say) {
    this.#facts = chosen;
    this.#config = config;
    this.#options = options;
    this.#say = say;
    this.#application = new TestApplication(config);
    const { app } = config.variables;
    this.#journal = join(folder, `journal.${app}.json`);
    this.#createsFile = join(folder, `created.${app}.json`);
    this.#creates = new CreateCount(this.#readCreates());
  }

  async run(): Promise<number> {
    const interrupt = (): void => {
      this.#say(this.#abort.signal.aborted ? "The clean-up is still running." : "Interrupted: cleaning up.");
      this.#abort.abort();
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    for (const signal of signals) process.on(signal, interrupt);
    try {
      return await this.#guarded();
    } catch (error) {
      this.#say(`The run failed: ${error instanceof Error ? error.message : "unknown"}`);
      return 1;
    } finally {
      for (const signal of signals) process.off(signal, interrupt);
    }
  }

  async #guarded(): Promise<number> {
    if (!(await this.#finishEarlierRun())) return 1;
    const { signal } = this.#abort;
    const before = isReadOnly(this.#facts) ? undefined : await this.#application.read(signal);
    if (before) await this.#writeJournal(before);
    const onWait = (ms: number) =>
      ms > 5_000 && this.#say(`Waiting ${Math.ceil(ms / 1000)} s for a rate limit.`);
    const session = new Session(this.#config, { creates: this.#creates, signal, onWait });
    const results: Result[] = [];
    let isClean = false;
    try {
      await this.#probeAll(session, results);
    } finally {
      isClean = await this.#cleanUp(before, session);
    }
    this.#report(results);
    if (!isClean) return 1;
    if (signal.aborted) return 130;
    return results.some(({ verdict }) => verdict === "different") ? 1 : 0;
  }

  async #probeAll(session: Session, results: Result[]): Promise<void> {
    const { signal } = this.#abort;
    try {
      for (const fact of this.#facts) {
        const result = masked(await probe(fact, session, { signal }), session);
        results.push(result);
        if (!this.#options.json) process.stdout.write(formatResult(result));
        this.#writeCreates();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @returns Whether everything was restored. If not, the journal remains for the next run. */
  async #cleanUp(before: Before | undefined, session?: Session): Promise<boolean> {
    const problems = before ? [...(await this.#application.restore(before))] : [];
    await session
      ?.close()
      .catch((error: unknown) => problems.push(`The tokens: ${(error as Error).message}`));
    for (const [scope, snapshot] of Object.entries(before?.snapshots ?? {}))
      this.#creates.add(scope, snapshot?.commands.length ?? 0);
    this.#writeCreates();
    for (const problem of problems) this.#say(`Not restored: ${problem}`);
    if (problems.length > 0) {
      this.#say(`${this.#journal} records the previous state. The next run restores it first.`);
      return false;
    }
    rmSync(this.#journal, { force: true });
    return true;
  }

  async #finishEarlierRun(): Promise<boolean> {
    if (this.#options.emulator || !existsSync(this.#journal)) return true;
    const before = JSON.parse(readFileSync(this.#journal, "utf8")) as Before;
    if (before.api !== this.#config.apiBase) {
      this.#say(
        `${this.#journal} belongs to ${before.api}. Restore that application first or delete the file.`,
      );
      return false;
    }
    this.#say("Restoring the state from before an earlier run that did not finish.");
    return this.#cleanUp(before);
  }

  async #writeJournal(before: Before): Promise<void> {
    const { global, guild } = before.snapshots;
    this.#creates.reserve = Math.max(global?.commands.length ?? 0, guild?.commands.length ?? 0);
    if (this.#options.emulator) return;
    mkdirSync(folder, { recursive: true });
    await writePrivateFile(this.#journal, JSON.stringify(before));
  }

  #writeCreates(): void {
    const { recent } = this.#creates;
    if (this.#options.emulator || recent.length === 0) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(this.#createsFile, JSON.stringify(recent));
  }

  #readCreates(): readonly Created[] {
    if (this.#options.emulator || !existsSync(this.#createsFile)) return [];
    return JSON.parse(readFileSync(this.#createsFile, "utf8")) as readonly Created[];
  }

  #report(results: readonly Result[]): void {
    const date = new Date().toISOString();
    const record = recordOf(results, date);
    if (this.#options.json) process.stdout.write(`${JSON.stringify(record, undefined, 2)}\n`);
    for (const result of results)
      if (result.verdict === "different")
        this.#say(`Recorded: ${writeDifference(join(folder, "differences"), result, date)}`);
    this.#say(summarize(results));
    const uncovered = uncoveredEndpoints(this.#facts);
    const missing =
      uncovered.length > 0 && !this.#options.only && !this.#options["read-only"]
        ? ` Not covered: ${uncovered.join(", ")}.`
        : "";
    this.#say(`${endpointCount - uncovered.length} of ${endpointCount} endpoints are called.${missing}`);
    const isWhole = results.length === facts.length;
    if (isWhole && isServiceHost(this.#config.apiBase))
      writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
  }
}
