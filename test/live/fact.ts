import type { Shape } from "./shape.ts";

/** The risks in ascending order. A fact is as risky as its riskiest step. */
export const risks = ["read-only", "changes-application", "changes-guild", "needs-player"] as const;
export type Risk = (typeof risks)[number];

/** A request. `{name}` in a string is replaced by the session's variable. */
export interface RequestData {
  readonly method: string;
  /** Relative to the API base, or an absolute URL. */
  readonly path: string;
  /** The `Authorization` header. Default: none. */
  readonly as: string | undefined;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The names of the actions that are not API requests. */
export type ActionName =
  | "visit"
  | "approve"
  | "verify-id-token"
  | "endpoint"
  | "received-pings"
  | "invoke"
  | "delete-entry-point"
  | "wait";

/** An action of the runner or the player. */
export interface Action {
  readonly name: ActionName;
  readonly parameters: Readonly<Record<string, string>>;
}

interface StepBase {
  readonly expect: Shape;
  /** Variables to set, each with the path of its value in the response body or the action's result. */
  readonly keep: Readonly<Record<string, string>>;
}

export type SendStep = StepBase & { readonly send: RequestData };
export type ActStep = StepBase & { readonly act: Action };
export type Step = SendStep | ActStep;

/** An assumption about the service, with the requests that verify it. */
export interface Fact {
  /** The area and a name, for example `oauth/refresh-rotation`. */
  readonly id: string;
  readonly statement: string;
  readonly source: string;
  readonly risk: Risk;
  readonly steps: readonly Step[];
}

/** The expected response. `errors` maps the paths of field errors to their codes, or to undefined for any code. */
export interface Expected {
  readonly status?: number | RegExp;
  readonly code?: number;
  readonly errors?: Readonly<Record<string, string | undefined>>;
  readonly body?: Shape;
  readonly headers?: Shape;
}

export type SendOptions = Partial<Omit<RequestData, "method" | "path">> & Partial<Pick<StepBase, "keep">>;

export const bot = "Bot {botToken}";
/** The bot of the second application. */
export const childBot = "Bot {childBotToken}";
export const player = "Bearer {playerToken}";
export const application = "Bearer {appToken}";

/** @param request - The method and path. */
export function send(request: string, expect: Expected | number, options: SendOptions = {}): SendStep {
  const [method = "", path = ""] = request.split(" ");
  const { keep = {}, ...others } = options;
  const { errors, ...shape } = typeof expect === "number" ? { status: expect, errors: undefined } : expect;
  const withErrors = errors && {
    errors: Object.fromEntries(
      Object.entries(errors).map(([at, code]) => [at, codePattern(code) ?? anyCode]),
    ),
  };
  return { send: { method, path, as: bot, ...others }, expect: { ...shape, ...withErrors }, keep };
}

/** Matches any field error. */
export const anyCode = /^\w/;

/** Multiple error codes for a field are separated by spaces. */
function codePattern(code: string | undefined): RegExp | undefined {
  return code === undefined ? undefined : new RegExp(`(?:^| )${code}(?: |$)`);
}

export function act(
  name: ActionName,
  parameters: Action["parameters"] = {},
  expect: Shape = {},
  keep: StepBase["keep"] = {},
): ActStep {
  return { act: { name, parameters }, expect, keep };
}

export function fact(id: string, statement: string, source: string, ...steps: readonly Step[]): Fact {
  const highest = Math.max(...steps.map((step) => risks.indexOf(riskOf(step))));
  return { id, statement, source, risk: risks[highest] ?? "read-only", steps };
}

const playerActions: ReadonlySet<ActionName> = new Set(["visit", "approve", "invoke"]);

function riskOf(step: Step): Risk {
  if ("act" in step) {
    if (step.act.name === "delete-entry-point") return "changes-application";
    return playerActions.has(step.act.name) ? "needs-player" : "read-only";
  }
  const { method, path, as } = step.send;
  if (as?.includes("{playerToken}")) return "needs-player";
  // OAuth requests count as read-only, because tokens are short-lived and the runner revokes those that several facts share.
  if (method === "GET" || path.startsWith("/oauth2/")) return "read-only";
  return /\/(?:guilds|channels|lobbies)\//.test(path) ? "changes-guild" : "changes-application";
}

/** The variables that a fact takes from the session. */
export function variablesOf({ steps }: Fact): ReadonlySet<string> {
  const kept = new Set<string>();
  const used = new Set<string>();
  for (const step of steps) {
    for (const name of variablesIn([step])) if (!kept.has(name)) used.add(name);
    for (const name of Object.keys(step.keep)) kept.add(name);
  }
  return used;
}

export function variablesIn(steps: readonly Step[]): ReadonlySet<string> {
  return namesIn(steps.map((step) => ("send" in step ? step.send : step.act)));
}

/** The variables in a template. */
export function namesIn(template: unknown): ReadonlySet<string> {
  return new Set([...JSON.stringify(template).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
}
