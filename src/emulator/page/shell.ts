import { createHash } from "node:crypto";
import { pageHeaders } from "../base/page.ts";
import { style } from "./style.ts";

const hash = createHash("sha256").update(style).digest("base64");

/**
 * Headers of the page that has a script, which talks to the emulator. Nothing of what it shows can become a script or markup:
 * a text that were put in as such would throw. The only other page in it is the Activity's.
 *
 * @param activityOrigin - of the application's Activity.
 */
export function shellHeaders(activityOrigin: string): Readonly<Record<string, string>> {
  return {
    ...pageHeaders,
    "content-security-policy":
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash}'; connect-src 'self'; frame-src ${activityOrigin}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  };
}

/** The page, which its script fills. */
export const shell: string = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>slashpass emulator</title>
<style>${style}</style>
<div id="page"><noscript>This page needs JavaScript: it shows what happens as it happens.</noscript></div>
<script src="/play/script.js"></script>
</html>
`;
