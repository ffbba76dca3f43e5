import { timingSafeEqual } from "node:crypto";
import { IncomingMessage, type ServerResponse } from "node:http";
import type { EmulatorApplication } from "../state/application.ts";
import { applicationScopes } from "./scopes.ts";

/** Hands a request to the authorization server. */
export type AuthorizationServer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the service says to a request whose application it cannot believe. */
interface ClientRefusal {
  readonly status: 400 | 401;
  readonly error: "invalid_request" | "invalid_client" | "invalid_scope";
}

/**
 * Applies the service's rule to a token request: the secret is needed unless the application is public, and always for
 * client credentials (Discord documentation, OAuth2).
 *
 * @returns the form with the credentials in it, as the authorization server wants them.
 */
export function authenticateApplication(
  headers: { readonly authorization?: string | undefined },
  form: URLSearchParams,
  findApplication: (id: string) => EmulatorApplication | undefined,
): URLSearchParams | ClientRefusal {
  const basic = readBasic(headers.authorization);
  const id = basic?.id ?? form.get("client_id");
  const secret = basic?.secret ?? form.get("client_secret");
  if (id === null) return { status: 400, error: "invalid_request" };
  const application = findApplication(id);
  if (!application) return { status: 401, error: "invalid_client" };
  const isForItself = form.get("grant_type") === "client_credentials";
  if (!isBelieved(application, secret) || (isForItself && secret === null)) {
    return { status: 401, error: "invalid_client" };
  }
  const scopes = form.get("scope")?.split(" ") ?? [];
  if (isForItself && !scopes.every((scope) => applicationScopes.includes(scope))) {
    return { status: 400, error: "invalid_scope" };
  }
  const complete = new URLSearchParams(form);
  complete.set("client_id", application.id);
  complete.set("client_secret", application.clientSecret);
  return complete;
}

/** The same request with another path and form, for a handler that reads the body itself. */
export function replay(request: IncomingMessage, path: string, form: URLSearchParams): IncomingMessage {
  const body = Buffer.from(form.toString());
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method ?? "GET";
  copy.url = path;
  copy.httpVersion = request.httpVersion;
  const { authorization: _, ...headers } = request.headers;
  copy.headers = { ...headers, "content-length": String(body.length) };
  copy.push(body);
  copy.push(null);
  // An incomplete message takes its socket with it when it ends.
  copy.complete = true;
  return copy;
}

/** Whether a request comes from the application: a wrong secret never does, none only where the application is public. */
export function isBelieved(application: EmulatorApplication, secret: unknown): boolean {
  if (secret === undefined || secret === null) return application.publicClient;
  return typeof secret === "string" && sameText(secret, application.clientSecret);
}

function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic (\S+)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":");
  // RFC 6749 §2.3.1: both halves are form-encoded
  const decoded = new URLSearchParams(`id=${id}&secret=${secret}`);
  return { id: decoded.get("id") ?? "", secret: decoded.get("secret") ?? "" };
}

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
