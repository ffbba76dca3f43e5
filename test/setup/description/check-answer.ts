import * as z from "zod/mini";
import { endpoints } from "../../../src/emulator/resources/routes.ts";
import type { ReportedResponse } from "../../../src/emulator/base/captured-response.ts";
import { findOperation, type Operation, readOperations } from "./operations.ts";
import { schemaOf } from "./schema-of.ts";
import { checkByStandard, standardEndpoints } from "./standards.ts";

export interface Verdict {
  /** The operation's name in the description, or the request if the description lacks it. */
  readonly operation: string;
  /** Whether the description or a standard covers the response. */
  readonly isDescribed: boolean;
  /** How the response differs from the description. */
  readonly problem?: string;
}

const operations = readOperations();

const oauthEndpoints = ["GET /oauth2/keys", "GET /oauth2/userinfo"];

/** Parses an endpoint's method and path pattern. A path parameter matches any segment. */
const requestsOf = (endpoint: string) => {
  const [method = "", path = ""] = endpoint.split(" ");
  return { endpoint, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
};

/** The emulator's operations that the description or a standard covers. */
export const operationsInScope: readonly string[] = [...endpoints, ...oauthEndpoints]
  .map(requestsOf)
  .flatMap(({ method, pattern }) => {
    // The description may have separate operations for some parameter values.
    return operations.filter((one) => one.method === method && pattern.test(one.path)).map(nameOf);
  })
  .filter((name, index, all) => all.indexOf(name) === index)
  .concat(standardEndpoints);

/** The emulator's endpoints that can succeed. The service no longer supports creating guilds. */
export const usefulEndpoints = endpoints.filter((endpoint) => endpoint !== "POST /guilds");

const ownRequests = endpoints.map(requestsOf);

/** Returns the emulator's endpoint that responded, or `undefined` for the authorization server. */
export function endpointOf({ method, path }: ReportedResponse): string | undefined {
  return ownRequests.find((one) => one.method === method && one.pattern.test(path))?.endpoint;
}

export async function checkAnswer({ method, path, status, body }: ReportedResponse): Promise<Verdict> {
  const operation = findOperation(operations, method, path);
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
  if (type === "unknown")
    return body === undefined ? about : { ...about, problem: "The response has a body." };
  const result = z.safeParse(schemaOf(withoutTree(type)), body);
  if (result.success || (await isPreviewed(type, body))) return about;
  return {
    ...about,
    problem: `The response is not a valid ${type}: ${JSON.stringify(result.error.issues, undefined, 2)}`,
  };
}

/** Only the preview, loaded on demand, describes media channels (type 16), which the service already supports. */
async function isPreviewed(type: string, body: unknown): Promise<boolean> {
  const schemas = await import("discord-api-spec/preview/zod");
  return z.safeParse(schemaOf(withoutTree(type), schemas), body).success;
}

/**
 * The service uses strings as field error codes, but the description declares numbers (Discord documentation, Reference, "Error
 * Messages"), so the error tree is not checked.
 */
const withoutTree = (type: string) => type.replaceAll(/\bErrorResponse\b/g, "Error");

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function withoutIds(path: string): string {
  return path.replaceAll(/\d{5,}/g, "{id}");
}
