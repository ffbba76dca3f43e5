// Writes the result of a run for one directory: write-scores.ts FOLDER REPORT
import { readFileSync, writeFileSync } from "node:fs";
import { pageOf, type Report, scoreOf, type Scores } from "./scores.ts";

const [folder = "", report = ""] = process.argv.slice(2);
const stored = new URL("scores.json", import.meta.url);
const scores = JSON.parse(readFileSync(stored, "utf8")) as Scores;
const found = JSON.parse(readFileSync(report, "utf8")) as Report;
const today = new Date().toISOString().slice(0, 10);
const written: Scores = { ...scores, [folder]: scoreOf(found, today, scores[folder]) };
writeFileSync(stored, `${JSON.stringify(written, null, 2)}\n`);
writeFileSync(new URL("scores.md", import.meta.url), pageOf(written));
