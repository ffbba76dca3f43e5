import { type CallOptions, callFields } from "../../core/request/transport.ts";
import { type Parser, parserOf } from "../../core/request/response.ts";
import { notificationCallback } from "../../core/check/callback.ts";
import { fields } from "../../core/check/fields.ts";
import { isObject, isSnowflake, optional, wrongArgument } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { inspectAs } from "../../core/printing.ts";
import type { ApplicationData } from "../../wire/application.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Resource } from "../resource.ts";
import type { RoleConnectionMetadataEndpoints } from "../role-connections.ts";
import type { ApplicationPlan, ApplicationWrite } from "./plan.ts";

/** Options for applying a plan. @stable */
export interface ApplicationApplyOptions extends CallOptions {
  /** Called after each request. Errors thrown by the callback are ignored. */
  readonly onWritten?: ((write: ApplicationWrite) => void) | undefined;
}

const readApplyCall = fields<ApplicationApplyOptions>({
  ...callFields,
  onWritten: optional(notificationCallback("onWritten")),
});

/**
 * The application's own settings (Discord documentation, Application; Application Role Connection Metadata). Requires a bot
 * token.
 *
 * @stable
 */
export class ApplicationEndpoints {
  static {
    inspectAs(this.prototype, (self) => ({ applicationId: self.#applicationId }));
  }
  readonly #own: Resource;
  readonly #applicationId: Snowflake;
  readonly #metadata: RoleConnectionMetadataEndpoints;

  /** @internal */
  constructor(own: Resource, applicationId: Snowflake, metadata: RoleConnectionMetadataEndpoints) {
    this.#own = own;
    this.#applicationId = applicationId;
    this.#metadata = metadata;
  }

  /**
   * Returns the application (Discord documentation, Application, "Get Current Application").
   *
   * @throws ClientError `wrong_application` (ValidationError) if the token belongs to another application's bot.
   */
  async get(options: CallOptions = {}): Promise<ApplicationData> {
    return this.#own.get("Getting the application", options, this.#parse);
  }

  /**
   * Sends a plan's requests, at most two (Discord documentation, Application, "Edit Current Application";
   * Application Role Connection Metadata, "Update Application Role Connection Metadata Records"). After a failure, a new plan
   * contains the remaining changes.
   *
   * @returns the updated application.
   * @throws ClientError `wrong_application` (ValidationError) if the plan is for another application, before anything is sent;
   *   ApiError, with the service's `errors`, if fields are rejected.
   */
  async apply(plan: ApplicationPlan, options: ApplicationApplyOptions = {}): Promise<ApplicationData> {
    const { signal, onWritten } = readApplyCall(options, "options");
    const { applicationId, writes } = readPlan(plan);
    if (applicationId !== this.#applicationId) throw ofOther("The plan");
    let after: ApplicationData | undefined;
    for (const write of writes) {
      const { kind, body } = write;
      const call = { operation: "Editing the application", method: "PATCH", body } as const;
      if (kind === "metadata") await this.#metadata.set(body, { signal });
      else after = await this.#own.read(call, { signal }, this.#parse);
      onWritten?.(write);
    }
    return after ?? this.get({ signal });
  }

  readonly #parse: Parser<ApplicationData> = (value, operation) => {
    const application = parseApplication(value, operation);
    if (application.id !== this.#applicationId) throw ofOther("The bot token");
    return application;
  };
}

/** Copies the plan, so that the caller's getters run only once. */
function readPlan(plan: unknown): ApplicationPlan {
  const taken = copyOf(plan);
  if (isObject(taken) && typeof taken["applicationId"] === "string" && isEveryWrite(taken["writes"]))
    return taken as unknown as ApplicationPlan;
  throw wrongArgument("plan", plan, "a plan returned by planApplication()");
}

function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}

function isEveryWrite(writes: unknown): boolean {
  return Array.isArray(writes) && writes.every((write) => isObject(write) && "body" in write);
}

const parseApplication = parserOf(
  (value): value is ApplicationData =>
    isObject(value) && isSnowflake(value["id"]) && typeof value["flags"] === "number",
  "an application",
);

function ofOther(what: string) {
  return validationError(
    "wrong_application",
    `${what} does not belong to the application in applicationId.`,
    "Copy both from the same application in the developer portal.",
  );
}
