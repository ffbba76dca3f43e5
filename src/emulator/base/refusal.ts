import { STATUS_CODES } from "node:http";
import {
  type FieldProblem,
  type RateLimitedError,
  type ServiceError,
  type ServiceErrorTree,
  type ServiceFieldError,
  JsonErrorCode,
} from "../../wire/error.ts";

/** A refusal in the service's form: HTTP status, JSON error code, and a tree of field errors where there is one. */
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

  /** The fault, in one line: every field with its problem. */
  get reason(): string {
    return describeError(this.body) ?? this.message;
  }
}

/** The fault that an answer of the API, or of the authorization server, names, in one line. */
export function describeError(body: unknown): string | undefined {
  const {
    errors,
    message,
    error,
    error_description: description,
  } = body as Readonly<Record<string, unknown>>;
  if (errors) return listProblems(errors as ServiceErrorTree, []).join("; ");
  const words = message === undefined ? [error, description] : [message];
  const said = words.filter((word) => typeof word === "string" && word !== "");
  return said.length > 0 ? said.join(": ") : undefined;
}

function listProblems(tree: ServiceErrorTree, path: readonly string[]): string[] {
  return Object.entries(tree).flatMap(([name, below]) => {
    if (name !== "_errors") return listProblems(below as ServiceErrorTree, [...path, name]);
    const problems = below as readonly ServiceFieldError[];
    return problems.map(({ message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message));
  });
}

/** Why a request has to wait. */
export interface Limit {
  /** Default: the service's text for this scope. */
  readonly message?: string | undefined;
  /** Seconds. */
  readonly retryAfter: number;
  /** Whose limit it is: the caller's on this route, on every route, or one shared with others. */
  readonly scope: "user" | "global" | "shared";
  /** A JSON error code, where the service gives one. */
  readonly code?: JsonErrorCode | undefined;
}

const subjects = { user: "You are", global: "You are", shared: "The resource is" };

/** A refusal that is over after a while (Discord documentation, Rate Limits). */
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

/** The refusals whose words never change, by the names of their codes. */
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

/** The refusal with a code, in the service's words. */
export function refusal(name: keyof typeof refusals): Refusal {
  const [status, message] = refusals[name];
  return new Refusal(status, JsonErrorCode[name], message);
}

/** A refusal that says no more than its status. */
export function statusRefusal(status: number): Refusal {
  return new Refusal(status, 0, `${status}: ${STATUS_CODES[status]}`);
}

/** The token is missing, unknown or over. */
export const unauthorized = (): Refusal => statusRefusal(401);
export const notFound = (): Refusal => statusRefusal(404);

/** @param most - bytes. */
export function bodyTooLarge(part: string, most: number): Refusal {
  return new Refusal(
    413,
    JsonErrorCode.BodyTooLarge,
    `Request entity too large: the ${part} is longer than ${most / 1024} KiB.`,
  );
}

/** A body whose field is wrong; `path` leads to it, with dots between names. */
export function invalidField(path: string, code: string, message: string): Refusal {
  return invalidForm([{ path: path.split("."), error: { code, message } }]);
}

/** A body of another type than is read. */
export function invalidContentType(message: string): Refusal {
  return invalidForm([{ path: [], error: { code: "CONTENT_TYPE_INVALID", message } }]);
}

/** @throws Refusal 50035 with all of them, if there are any. */
export function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalidForm(problems);
}

/** A body with every problem at its place in the tree (Discord documentation, Reference, "Error Messages"). */
export function invalidForm(problems: readonly FieldProblem[]): Refusal {
  const tree: Tree = {};
  for (const { path, error } of problems) addLeaf(tree, path, error);
  return new Refusal(400, JsonErrorCode.InvalidFormBody, "Invalid Form Body", tree);
}

// The writable form of a ServiceErrorTree.
interface Tree {
  _errors?: ServiceFieldError[];
  [key: string]: Tree | ServiceFieldError[] | undefined;
}

// Keys come from the body: each is defined as an own property, even `__proto__`.
function addLeaf(tree: Tree, path: readonly string[], leaf: ServiceFieldError): void {
  let node = tree;
  for (const step of path) {
    const next = Object.hasOwn(node, step) ? (node[step] as Tree) : {};
    Object.defineProperty(node, step, { value: next, enumerable: true, configurable: true });
    node = next;
  }
  node._errors = [...(node._errors ?? []), leaf];
}
