import { checkEveryAnswer } from "./description/every-answer.ts";
import { endContexts } from "./end-contexts.ts";
// oxlint-disable-next-line no-unassigned-import -- changes the connections of the whole process
import "./loopback-only.ts";
import { seedProperties } from "./seeded-properties.ts";

// Vitest loads this file again for each test file, through its main process, but loads the imported modules only once.
seedProperties();
checkEveryAnswer();
endContexts();
