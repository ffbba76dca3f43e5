import type { Fact } from "../fact.ts";
import { loadFacts } from "./load.ts";
import { ruleFacts } from "./rules.ts";

/** All facts. */
export const facts: readonly Fact[] = [
  ...ruleFacts(),
  ...["commands", "oauth", "resources"].flatMap(loadFacts),
];
