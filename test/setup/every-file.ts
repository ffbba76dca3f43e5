import { checkEveryAnswer } from "./description/every-answer.ts";
import { endContexts } from "./end-contexts.ts";
// oxlint-disable-next-line no-unassigned-import -- changes the connections of the whole process
import "./loopback-only.ts";
import { seedProperties } from "./seeded-properties.ts";

// Vitest loads this file again for each test file through its main process; the imported modules are loaded once.
seedProperties();
checkEveryAnswer();
endContexts();
