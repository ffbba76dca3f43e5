import type { IncomingMessage, ServerResponse } from "node:http";
import { largestForm, readBody } from "../base/http.ts";
import { escapeHtml, pageHeaders, renderPage } from "../base/page.ts";
import { scopeTexts } from "../oauth/scopes.ts";
import type { DesktopClientPrompt, Prompts } from "./prompts.ts";

/** The page that shows what the desktop client asks, for a person to answer it. */
export async function answerDesktopClientPage(
  prompts: Prompts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "POST") {
    const form = new URLSearchParams(await readBody(request, largestForm));
    const prompt = prompts.find(form.get("prompt") ?? "");
    if (form.get("answer") === "accept") prompt?.accept();
    else prompt?.deny();
    response.writeHead(303, { location: "/desktop-client" }).end();
    return;
  }
  const shown = prompts.entries.map(([id, prompt]) => describePrompt(id, prompt));
  const body = shown.length > 0 ? shown.join("<hr>\n") : "<p>Nobody asks for anything now.</p>";
  response.writeHead(200, pageHeaders).end(renderPage("Desktop client", body));
}

function describePrompt(id: string, { application, player, scopes }: DesktopClientPrompt): string {
  const items = scopes.map((name) => `<li>${escapeHtml(scopeTexts[name] ?? name)}</li>`);
  return `<h2>${escapeHtml(application.name)} wants to</h2>
<p>You are signed in as ${escapeHtml(player.name)}.</p>
<ul>${items.join("\n")}</ul>
<form method="post">
<input type="hidden" name="prompt" value="${escapeHtml(id)}">
<button class="main" name="answer" value="accept">Accept</button>
<button name="answer" value="deny">Deny</button>
</form>`;
}
