import { existsSync, readFileSync } from "node:fs";
import type { Row } from "../../fixtures/documents/row.ts";
import { ruleCases } from "../commands/rule-cases.ts";
import { type SystemPart, systemParts } from "../system-parts.ts";
import { findTests, readTests, type TestFile, type TitledTest } from "./test-titles.ts";

const root = new URL("../../../", import.meta.url).pathname;

/** Returns a row's problems: missing tests, or tests that CI does not run. */
export function findProblems({ tests, isRefused }: Row): string[] {
  const found = tests.map(findEvidence);
  const lacks = [
    ...(tests.length === 0 ? ["no test"] : []),
    ...found.flatMap(({ problem }) => problem ?? []),
  ];
  const isRejectionTested = found.some(({ tests: ones }) =>
    ones.some(({ code }) => expectsRefusal.test(code)),
  );
  return isRefused && !isRejectionTested ? [...lacks, "no test of the rejection"] : lacks;
}

/** A rejection is a thrown error or a status of 400 or above. */
const expectsRefusal = /toThrow|rejects|\b(?:status: |toBe\()[45]\d\d\b/;

interface Evidence {
  readonly tests: readonly TitledTest[];
  readonly problem?: string;
}

function findEvidence(reference: string): Evidence {
  const rule = /^rule (\S+)$/.exec(reference)?.[1];
  if (rule !== undefined) return findRule(rule);
  const [file = "", ...titles] = reference.split(" › ");
  if (!isRunByCi(file) || !existsSync(`${root}test/${file}`)) return none(`no test file test/${file}`);
  const tests = findTests(readFile(file), titles.join(" › "));
  const [first, second] = tests;
  if (!first) return none(`no test ${reference}`);
  if (second) return none(`more than one test ${reference}`);
  if (first.isSkipped) return none(`skipped: ${reference}`);
  return first.needs.every(existsInCi) ? { tests } : none(`not run by CI: ${reference}`);
}

function none(problem: string): Evidence {
  return { tests: [], problem };
}

const files = new Map<string, TestFile>();

function readFile(file: string): TestFile {
  const known = files.get(file) ?? readTests(readFileSync(`${root}test/${file}`, "utf8"));
  files.set(file, known);
  return known;
}

/** CI runs the projects in test/vitest.config.ts and, through `.ci/run`, the client tests. */
function isRunByCi(file: string): boolean {
  return /^(?:unit|native|flow|package|clients\/(?:base-url|namespace))\/.*\.test\.ts$|^types\/.*\.test-d\.ts$/.test(
    file,
  );
}

/** CI runs on Linux and installs the Debian packages for all system dependencies. */
function existsInCi(name: string | undefined): boolean {
  if (name === undefined) return false;
  const part: SystemPart | undefined = (systemParts as Readonly<Record<string, SystemPart>>)[name];
  return part?.debian !== undefined || ["Linux", "a POSIX system", "whole programs"].includes(name);
}

/** A rule's cases are data files, all of which rules.golden.test.ts runs. */
function findRule(rule: string): Evidence {
  const cases = ruleCases.filter((one) => one.rule === rule);
  const hasBoth = cases.some(({ valid, invalid }) => valid.length > 0 && invalid.length > 0);
  return hasBoth ? { tests: [] } : none(`no cases of rule ${rule}`);
}
