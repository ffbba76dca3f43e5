import type { IncomingHttpHeaders } from "node:http";
import { findBearer } from "../oauth/bearer.ts";
import { readBasic } from "../oauth/front-door.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { ExchangedPart } from "../outbound/exchanges.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { parseForeignJson } from "../../core/request/response.ts";

const signInCall =
  /^\/api(?:\/v\d+)?\/(?:oauth2\/(?:token|token\/revoke|device\/authorize|@me|userinfo)|partner-sdk\/.*|users\/@me(?:\/.*)?)$/;

export function isSignInCall(path: string): boolean {
  return signInCall.test(path);
}

export async function findAsking(
  live: LiveWorld,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<EmulatorApplication | undefined> {
  const fields = Object.fromEntries(readFields(body));
  const id = readBasic(headers.authorization)?.id ?? fields["client_id"];
  if (typeof id === "string") return live.world.application(id);
  const [, bearer] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const token = bearer ?? fields["parent_access_token"];
  return typeof token === "string" ? (await findBearer(live, token))?.application : undefined;
}

const secret = /(?:^code|_code|_verifier|token|secret)$/;

export function withoutSecrets(part: ExchangedPart): ExchangedPart {
  const isForm = part.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  if (!isForm && !part.body.startsWith("{")) return part;
  const shown = readFields(part.body).map(([name, value]) => [name, hideSecret(name, value)] as const);
  const body = isForm
    ? shown.map(([name, value]) => `${name}: ${String(value)}`).join("\n")
    : JSON.stringify(Object.fromEntries(shown));
  return { ...part, body, isListed: true };
}

function hideSecret(name: string, value: unknown): unknown {
  return typeof value === "string" && secret.test(name) ? "[hidden]" : value;
}

function readFields(body: string): readonly (readonly [name: string, value: unknown])[] {
  if (!body.startsWith("{")) return [...new URLSearchParams(body)];
  try {
    return Object.entries(parseForeignJson(body) as object);
  } catch {
    // The body was truncated, and may contain a secret.
    return [["body", "[hidden]"]];
  }
}
