import { checkEveryAnswer } from "./description/every-answer.ts";
import { endContexts } from "./end-contexts.ts";
// oxlint-disable-next-line no-unassigned-import -- it changes what all of the process connects with
import "./loopback-only.ts";
import { seedProperties } from "./seeded-properties.ts";

// Vitest reads this file again for each test file, and asks its main process for it: what it imports is read once.
seedProperties();
checkEveryAnswer();
endContexts();
