import type { IncomingMessage, ServerResponse } from "node:http";
import { escapeHtml, respondPage, drawAvatar } from "../base/page.ts";
import { readFormBody, urlOf } from "../base/http.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import { listScopes } from "./sign-in-pages.ts";

const installScopes: readonly string[] = ["applications.commands", "bot"];

export function isInstallLink(request: IncomingMessage): boolean {
  const { searchParams } = urlOf(request);
  const isForApplication = scopesOf(searchParams).every((scope) => installScopes.includes(scope));
  return isForApplication && !searchParams.has("response_type") && !searchParams.has("redirect_uri");
}

/** See Application Commands Interface, "Authentication", rule 3. */
export async function answerInstallPage(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { searchParams } = urlOf(request);
  const application = world.application(String(searchParams.get("client_id")));
  if (!application) return respondPage(response, 404, "There is no such application", "");
  if (request.method !== "POST")
    return respondPage(response, 200, ...choosePage(world, application, searchParams));
  const form = await readFormBody(request);
  const guild = world.guilds.byId(String(form.get("guild")));
  if (!guild) return respondPage(response, 400, ...choosePage(world, application, searchParams));
  application.joinGuild(guild.id);
  const text = `${application.name} was added to ${guild.name}. You can close this page.`;
  respondPage(response, 200, "Added", `<p role="status">${escapeHtml(text)}</p>`);
}

function choosePage(
  { guilds }: World,
  application: EmulatorApplication,
  query: URLSearchParams,
): [title: string, body: string, crest: string] {
  const options = guilds.all.map(({ id, name: guild }) => {
    const chosen = id === query.get("guild_id") ? " selected" : "";
    return `<option value="${escapeHtml(id)}"${chosen}>${escapeHtml(guild)}</option>`;
  });
  return [
    `Add ${application.name} to a server`,
    `${listScopes(scopesOf(query))}
<form method="post">
<label for="guild">Server</label>
<select id="guild" name="guild" required>${options.join("")}</select>
<button class="main">Add</button>
</form>`,
    drawAvatar(application, "application"),
  ];
}

function scopesOf(query: URLSearchParams): string[] {
  return String(query.get("scope")).split(" ");
}
