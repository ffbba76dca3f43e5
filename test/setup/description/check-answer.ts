import * as z from "zod/mini";
import { endpoints } from "../../../src/emulator/resources/routes.ts";
import type { HeardAnswer } from "../../../src/emulator/base/hear-answer.ts";
import { findOperation, type Operation, readOperations } from "./operations.ts";
import { schemaOf } from "./schema-of.ts";
import { checkByStandard, standardEndpoints } from "./standards.ts";

/** What the description says to an answer. */
export interface Verdict {
  /** The operation as the description calls it, or the request where it has none. */
  readonly operation: string;
  /** Whether the description says anything of it. */
  readonly isDescribed: boolean;
  /** Why it is not as described. */
  readonly problem?: string;
}

const operations = readOperations();

/** The endpoints that the authorization server answers, below the API base. */
const oauthEndpoints = ["GET /oauth2/keys", "GET /oauth2/userinfo"];

/** What a request to an endpoint looks like. A name in its path is any text. */
const requestsOf = (endpoint: string) => {
  const [method = "", path = ""] = endpoint.split(" ");
  return { endpoint, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
};

/** The operations of the emulator that the description has, or a standard. */
export const operationsInScope: readonly string[] = [...endpoints, ...oauthEndpoints]
  .map(requestsOf)
  .flatMap(({ method, pattern }) => {
    // The description may have an operation of its own for one of these texts.
    return operations.filter((one) => one.method === method && pattern.test(one.path)).map(nameOf);
  })
  .filter((name, index, all) => all.indexOf(name) === index)
  .concat(standardEndpoints);

/** What the service has taken away, and refuses whatever is asked. */
const refusing = ["POST /guilds", "PUT /applications/:application_id/guilds/:guild_id/commands/permissions"];

/** The endpoints of the emulator that can succeed. */
export const usefulEndpoints = endpoints.filter((endpoint) => !refusing.includes(endpoint));

const ownRequests = endpoints.map(requestsOf);

/** The endpoint of the emulator that answered; undefined for one of the authorization server. */
export function endpointOf({ method, path }: HeardAnswer): string | undefined {
  return ownRequests.find((one) => one.method === method && one.pattern.test(path))?.endpoint;
}

/** Looks an answer up in the description. */
export async function checkAnswer({ method, path, status, body }: HeardAnswer): Promise<Verdict> {
  // The description lacks it, and has another operation that its path would fit.
  const operation = path === "/applications/detectable" ? undefined : findOperation(operations, method, path);
  if (!operation) {
    const verdict = checkByStandard({ method, path, status, body });
    return verdict
      ? { ...verdict, isDescribed: true }
      : { operation: `${method} ${withoutIds(path)}`, isDescribed: false };
  }
  const { responses } = operation;
  const type = responses.get(String(status)) ?? (status < 400 ? undefined : responses.get("4XX"));
  const about = { operation: nameOf(operation), isDescribed: true };
  if (type === undefined) return { ...about, problem: `The status ${status} is not described.` };
  if (type === "unknown") return body === undefined ? about : { ...about, problem: "The answer has a body." };
  const result = z.safeParse(schemaOf(withoutTree(type)), body);
  if (result.success || (await isPreviewed(type, body))) return about;
  return { ...about, problem: `It is no ${type}: ${JSON.stringify(result.error.issues, undefined, 2)}` };
}

/** Channels for media (type 16) are in the preview alone, though the service has them. It is read when it is asked for. */
async function isPreviewed(type: string, body: unknown): Promise<boolean> {
  const schemas = await import("discord-api-spec/preview/zod");
  return z.safeParse(schemaOf(withoutTree(type), schemas), body).success;
}

/**
 * Error codes of fields are words at the service, not numbers as described (Discord documentation, Reference, "Error
 * Messages"), so the tree is left out.
 */
const withoutTree = (type: string) => type.replaceAll(/\bErrorResponse\b/g, "Error");

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function withoutIds(path: string): string {
  return path.replaceAll(/\d{5,}/g, "{id}");
}
