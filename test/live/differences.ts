import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiVersions, type Fetch } from "../../src/core/request/addresses.ts";
import { type Fact, variablesOf } from "./fact.ts";
import { probe, type Result } from "./probe.ts";
import type { Config } from "./config.ts";
import { type Exchange, Session } from "./session.ts";

/** A file for an issue. Secrets are masked; ids and names are not. */
export interface DifferenceFile {
  readonly format: 1;
  readonly fact: string;
  readonly statement: string;
  readonly source: string;
  readonly apiVersion: number;
  readonly date: string;
  readonly difference: Result["difference"];
  readonly exchanges: readonly Exchange[];
}

export function writeDifference(
  folder: string,
  { fact, difference, exchanges }: Result,
  date: string,
): string {
  const { id, statement, source } = fact;
  const content: DifferenceFile = {
    format: 1,
    fact: id,
    statement,
    source,
    apiVersion: apiVersions[0],
    date,
    difference,
    exchanges,
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id.replaceAll("/", "-")}.json`);
  writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  return path;
}

/** Checks a fact against recorded responses instead of the live service. */
export async function replayDifference(file: DifferenceFile, fact: Fact): Promise<Result> {
  const left = [...file.exchanges];
  const take = (method: string): Exchange["response"] => {
    const index = left.findIndex(({ request }) => (request.method === "ACTION") === (method === "ACTION"));
    const [exchange] = index < 0 ? [] : left.splice(index, 1);
    if (!exchange) throw new Error("The file has no further responses.");
    return exchange.response;
  };
  const fetch: Fetch = async (_url, { method = "GET" }) => {
    const { status, headers, body } = take(method);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(status === 204 ? null : text, { status, headers: headers as Record<string, string> });
  };
  const session = new Session(replayConfig(fact), { fetch, perform: async () => take("ACTION").body });
  return probe(fact, session);
}

/** Ids and tokens in requests do not matter, because the responses are replayed in order. */
function replayConfig(fact: Fact): Config {
  return {
    apiBase: "http://127.0.0.1:9/api/v10",
    webBase: "http://127.0.0.1:9",
    port: 0,
    requestsPerSecond: Infinity,
    variables: Object.fromEntries([...variablesOf(fact)].map((name) => [name, "1"])),
    player: { timeoutMs: 1_000, open: () => undefined, confirm: async () => undefined, use: () => undefined },
  };
}
