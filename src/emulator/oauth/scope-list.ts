import { escapeHtml } from "../base/page.ts";
import { scopeTexts } from "./scopes.ts";

/** What an application asks for, in words for the player, each with the scope's name beside it for the developer. */
export function listScopes(scopes: readonly string[]): string {
  return `<ul>${scopes.map(describeScope).join("\n")}</ul>`;
}

function describeScope(name: string): string {
  const code = `<code>${escapeHtml(name)}</code>`;
  const text = Object.hasOwn(scopeTexts, name) ? `${escapeHtml(String(scopeTexts[name]))} ` : "";
  return `<li>${text}${code}</li>`;
}
