import { STATUS_CODES } from "node:http";
import {
  type FieldProblem,
  type RateLimitedError,
  type ServiceError,
  type ServiceErrorTree,
  type ServiceFieldError,
  JsonErrorCode,
} from "../../wire/error.ts";

export class Refusal extends Error {
  readonly status: number;
  readonly body: ServiceError | RateLimitedError;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: JsonErrorCode | 0, message: string, errors?: ServiceError["errors"]) {
    super(message);
    this.status = status;
    this.body = { code, message, ...(errors && { errors }) };
    this.headers = {};
  }

  get reason(): string {
    return describeError(this.body) ?? this.message;
  }
}

export function describeError(body: unknown): string | undefined {
  const {
    errors,
    message,
    error,
    error_description: description,
  } = body as Readonly<Record<string, unknown>>;
  if (errors) return listProblems(errors as ServiceErrorTree, []).join("; ");
  const words = message === undefined ? [error, description] : [message];
  const parts = words.filter((word) => typeof word === "string" && word !== "");
  return parts.length > 0 ? parts.join(": ") : undefined;
}

function listProblems(tree: ServiceErrorTree, path: readonly string[]): string[] {
  return Object.entries(tree).flatMap(([name, below]) => {
    if (name !== "_errors") return listProblems(below as ServiceErrorTree, [...path, name]);
    const problems = below as readonly ServiceFieldError[];
    return problems.map(({ message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message));
  });
}

export interface Limit {
  /** Default: the service's message for the scope. */
  readonly message?: string | undefined;
  /** In seconds. */
  readonly retryAfter: number;
  readonly scope: "user" | "global" | "shared";
  readonly code?: JsonErrorCode | undefined;
}

const subjects = { user: "You are", global: "You are", shared: "The resource is" };

/** A 429 response (Discord documentation, Rate Limits). */
export class RateLimited extends Refusal {
  override readonly body: RateLimitedError;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(limit: Limit, headers: Readonly<Record<string, string>> = {}) {
    const { scope, retryAfter, code, message = `${subjects[scope]} being rate limited.` } = limit;
    super(429, code ?? 0, message);
    const seconds = Math.max(0.001, Math.round(retryAfter * 1000) / 1000);
    const global = scope === "global";
    this.body = { message, retry_after: seconds, global, ...(code !== undefined && { code }) };
    this.headers = {
      ...headers,
      "retry-after": String(Math.ceil(seconds)),
      "x-ratelimit-scope": scope,
      ...(global && { "x-ratelimit-global": "true" }),
    };
  }
}

const refusals = {
  UnknownApplication: [404, "Unknown Application"],
  UnknownChannel: [404, "Unknown Channel"],
  UnknownGuild: [404, "Unknown Guild"],
  UnknownMember: [404, "Unknown Member"],
  UnknownMessage: [404, "Unknown Message"],
  UnknownUser: [404, "Unknown User"],
  UnknownWebhook: [404, "Unknown Webhook"],
  UnknownSku: [404, "Unknown SKU"],
  UnknownEntitlement: [404, "Unknown Entitlement"],
  UnknownLobby: [404, "Unknown Lobby"],
  UnknownInteraction: [404, "Unknown interaction"],
  UnknownCommand: [404, "Unknown application command"],
  UnknownCommandPermissions: [404, "Unknown application command permissions"],
  BotsNotAllowed: [403, "Bots cannot use this endpoint"],
  WrongApplication: [403, "You are not authorized to perform this action on this application"],
  NotConsumable: [400, "Only consumable SKUs can be consumed"],
  NotTestEntitlement: [400, "You can only delete sandbox entitlements."],
  CommandNameTaken: [400, "An application command with that name already exists"],
  InteractionAnswered: [400, "Interaction has already been acknowledged."],
  FollowUpsSpent: [400, "This interaction has hit the maximum number of follow up messages"],
  MissingAccess: [403, "Missing Access"],
  EmptyMessage: [400, "Cannot send an empty message"],
  MissingPermissions: [403, "Missing Permissions"],
  WrongChannelType: [400, "Cannot execute action on this channel type"],
  MissingScope: [401, "Missing required OAuth2 scope"],
  InvalidWebhookToken: [401, "Invalid Webhook Token"],
  InvalidApiVersion: [400, "Invalid API version provided"],
  InvalidJson: [400, "The request body contains invalid JSON."],
} as const;

export function refusal(name: keyof typeof refusals): Refusal {
  const [status, message] = refusals[name];
  return new Refusal(status, JsonErrorCode[name], message);
}

export function statusRefusal(status: number): Refusal {
  return new Refusal(status, 0, `${status}: ${STATUS_CODES[status]}`);
}

export const unauthorized = (): Refusal => statusRefusal(401);
export const notFound = (): Refusal => statusRefusal(404);

/** @param most - The limit in bytes. */
export function bodyTooLarge(part: string, most: number): Refusal {
  return new Refusal(
    413,
    JsonErrorCode.BodyTooLarge,
    `Request entity too large: the ${part} is larger than ${most / 1024} KiB.`,
  );
}

export function invalidField(path: string, code: string, message: string): Refusal {
  return invalidForm([{ path: path.split("."), error: { code, message } }]);
}

export function invalidContentType(message: string): Refusal {
  return invalidForm([{ path: [], error: { code: "CONTENT_TYPE_INVALID", message } }]);
}

export function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalidForm(problems);
}

/** See Discord documentation, Reference, "Error Messages". */
export function invalidForm(problems: readonly FieldProblem[]): Refusal {
  const tree: Tree = {};
  for (const { path, error } of problems) addLeaf(tree, path, error);
  return new Refusal(400, JsonErrorCode.InvalidFormBody, "Invalid Form Body", tree);
}

interface Tree {
  _errors?: ServiceFieldError[];
  [key: string]: Tree | ServiceFieldError[] | undefined;
}

// The keys come from the request body and may include `__proto__`, so they are defined as own properties.
function addLeaf(tree: Tree, path: readonly string[], leaf: ServiceFieldError): void {
  let node = tree;
  for (const step of path) {
    const next = Object.hasOwn(node, step) ? (node[step] as Tree) : {};
    Object.defineProperty(node, step, { value: next, enumerable: true, configurable: true });
    node = next;
  }
  node._errors = [...(node._errors ?? []), leaf];
}
