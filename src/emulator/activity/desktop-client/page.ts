import type { IncomingMessage, ServerResponse } from "node:http";
import { drawAvatar, escapeHtml, pageHeaders, renderPage } from "../../base/page.ts";
import { largestForm, readBody } from "../../base/http.ts";
import { listScopes } from "../../oauth/scope-list.ts";
import type { DesktopClientPrompt, DesktopClientPrompts } from "./prompt.ts";

/** The page that shows what the desktop client asks, for a person to answer it. */
export async function answerDesktopClientPage(
  prompts: DesktopClientPrompts,
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
  return `${drawAvatar(application, "application")}
<h2>${escapeHtml(application.name)} wants to</h2>
${listScopes(scopes)}
<div class="player">${drawAvatar(player, "player")}
<p>You are signed in as ${escapeHtml(player.name)}.</p></div>
<form method="post">
<input type="hidden" name="prompt" value="${escapeHtml(id)}">
<button class="main" name="answer" value="accept">Accept</button>
<button name="answer" value="deny">Deny</button>
</form>`;
}
