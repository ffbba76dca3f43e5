import { text as gitignore } from "../../../../examples/electron/.gitignore?text";
import { text as builder } from "../../../../examples/electron/electron-builder.yml?text";
import { text as viteConfig } from "../../../../examples/electron/electron.vite.config.ts?text";
import { text as forge } from "../../../../examples/electron/forge.config.js?text";
import { text as account } from "../../../../examples/electron/src/main/account.ts?text";
import { text as main } from "../../../../examples/electron/src/main/index.ts?text";
import { text as preload } from "../../../../examples/electron/src/preload/index.ts?text";
import { text as describe } from "../../../../examples/electron/src/renderer/describe.ts?text";
import { text as html } from "../../../../examples/electron/src/renderer/index.html?text";
import { text as page } from "../../../../examples/electron/src/renderer/main.ts?text";
import { text as electron } from "../../../../examples/electron/test/electron.ts?text";
import { text as test } from "../../../../examples/electron/test/sign-in.test.ts?text";
import { text as tsconfig } from "../../../../examples/electron/tsconfig.json?text";
import { text as vitestConfig } from "../../../../examples/electron/vitest.config.ts?text";

/** The application id in the example. */
const exampleId = "1234567890123456789";

/**
 * Returns the game's files by path, without its package.json.
 *
 * @param applicationId - Default: the example's id, which the user replaces.
 */
export function gameFiles(applicationId = exampleId): ReadonlyMap<string, string> {
  return new Map([
    [".gitignore", gitignore],
    ["electron-builder.yml", builder],
    ["electron.vite.config.ts", viteConfig],
    ["forge.config.js", forge],
    ["src/main/account.ts", account.replace(exampleId, applicationId)],
    ["src/main/index.ts", main],
    ["src/preload/index.ts", preload],
    ["src/renderer/describe.ts", describe],
    ["src/renderer/index.html", html],
    ["src/renderer/main.ts", page],
    ["test/electron.ts", electron],
    ["test/sign-in.test.ts", test],
    ["tsconfig.json", tsconfig],
    ["vitest.config.ts", vitestConfig],
  ]);
}
