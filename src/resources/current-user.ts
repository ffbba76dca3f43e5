import type { Transport } from "../core/request/transport.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { UserGuilds } from "./user-guilds.ts";
import { UserRoleConnection } from "./user-role-connection.ts";

/** What concerns the user whose token the credential gives. */
export class CurrentUserEndpoints {
  /** The guilds that the user is in. */
  readonly guilds: UserGuilds;
  /** What the application says of the user, for roles that guilds give by it. */
  readonly roleConnection: UserRoleConnection;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.guilds = new UserGuilds(transport);
    this.roleConnection = new UserRoleConnection(transport, applicationId);
  }
}
