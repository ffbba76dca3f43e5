import { escapeHtml } from "../base/page.ts";

/**
 * The redirect URI that a link offers beside those that its application has registered, for a developer who wonders what is
 * different.
 */
export function compareRedirects(offered: string, registered: readonly string[]): string {
  return `<div class="compare">
<section><h2>The link offers</h2>${listAddresses([offered])}</section>
<section><h2>Registered</h2>${registered.length > 0 ? listAddresses(registered) : "<p>None.</p>"}</section>
</div>
<p>They have to be the same, letter by letter; only the port of 127.0.0.1 and [::1] may be any. Register the one that is offered, or
let the game offer one that is registered.</p>`;
}

function listAddresses(addresses: readonly string[]): string {
  const items = addresses.map((address) => `<li><code>${escapeHtml(address)}</code></li>`);
  return `<ul class="plain">${items.join("")}</ul>`;
}
