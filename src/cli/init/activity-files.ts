import { text as game } from "../../../examples/activity/game.js?text";
import { text as enter } from "../../../examples/activity/page/enter.ts?text";
import { text as explain } from "../../../examples/activity/page/explain.ts?text";
import { text as html } from "../../../examples/activity/page/index.html?text";
import { text as main } from "../../../examples/activity/page/main.ts?text";
import { text as tsconfig } from "../../../examples/activity/page/tsconfig.json?text";
import { text as start } from "../../../examples/activity/start.js?text";

/** Removes the repository's path from the example's start command. */
export const activityFiles: ReadonlyMap<string, string> = new Map([
  ["start.js", start.replaceAll("examples/activity/", "")],
  ["game.js", game],
  ["page/index.html", html],
  ["page/main.ts", main],
  ["page/enter.ts", enter],
  ["page/explain.ts", explain],
  ["page/tsconfig.json", tsconfig],
]);
