import { type ApiPath, apiPath } from "../core/request/api-path.ts";
import { type CallOptions, readCallOptions } from "../core/request/call-options.ts";
import { invalidResponse } from "../core/request/response.ts";
import type { Transport } from "../core/request/transport.ts";
import { fields } from "../core/check/fields.ts";
import { charactersOf, isObject, optional, orNull, recordOf } from "../core/check/readers.ts";
import { inspectAs } from "../core/inspect-as.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { roleConnectionLimits as limits } from "../wire/limits.ts";
import type { RoleConnection } from "../wire/role-connection.ts";
import { userCall } from "./user-call.ts";

const readConnection = fields<RoleConnection>({
  platform_name: optional(orNull(charactersOf(limits.platformNameLength))),
  platform_username: optional(orNull(charactersOf(limits.platformUsernameLength))),
  metadata: optional(orNull(recordOf(charactersOf(limits.valueLength, 1)))),
});

const asUser = userCall("role_connections.write");

/**
 * What the application says of the user, for roles that guilds give by it (Discord documentation, User, "Application Role
 * Connection Object"). Needs the scope `role_connections.write`.
 */
export class UserRoleConnection {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by the current user. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/users/@me/applications/${applicationId}/role-connection`;
  }

  /** What was said before; without fields where nothing was. */
  async get(options: CallOptions = {}): Promise<RoleConnection> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Getting the role connection of the user";
    return parseConnection(
      await this.#transport.call({ operation, method: "GET", path: this.#path, ...asUser, signal }),
      operation,
    );
  }

  /**
   * Replaces what was said before. What is left out is not said any more.
   *
   * @throws ClientError `invalid_argument` for a text that is too long, or for a value that is no text; before anything is sent.
   */
  async set(connection: RoleConnection, options: CallOptions = {}): Promise<RoleConnection> {
    const { signal } = readCallOptions(options, "options");
    const body = readConnection(connection, "connection");
    const operation = "Setting the role connection of the user";
    const call = { operation, method: "PUT", path: this.#path, body, ...asUser, signal } as const;
    return parseConnection(await this.#transport.call(call), operation);
  }
}

function parseConnection(value: unknown, operation: string): RoleConnection {
  if (!isObject(value)) throw invalidResponse(operation, "a role connection");
  return value;
}
