import { type ApiPath, apiPath, below } from "../core/request/api-path.ts";
import { type CallOptions, readCallOptions } from "../core/request/call-options.ts";
import { parseList } from "../core/request/response.ts";
import type { Transport } from "../core/request/transport.ts";
import { isClientError, validationError } from "../core/errors.ts";
import { fields } from "../core/check/fields.ts";
import { type Reader, wrongArgument } from "../core/check/reader.ts";
import { charactersOf, flag, listOf, oneOf, optional, orNull, recordOf } from "../core/check/readers.ts";
import { inspectAs } from "../core/inspect-as.ts";
import { parseSnowflake } from "../core/snowflake.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";
import { lobbyLimits as limits } from "../wire/limits.ts";
import type { LobbyMember, LobbyMemberUpdate, LobbyMetadata } from "../wire/lobby.ts";
import { LobbyMembersError } from "./lobby-members-error.ts";

type CheckedUpdate = LobbyMemberUpdate & { readonly id: Snowflake };

const readTexts = recordOf(charactersOf(limits.metadataValueLength));

const readMetadata: Reader<LobbyMetadata> = (value, name) => {
  const metadata = readTexts(value, name);
  const length = Object.entries(metadata).reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  if (length <= limits.metadataLength) return metadata;
  throw wrongArgument(name, value, `of up to ${limits.metadataLength} characters, names and values together`);
};

const readUpdates = listOf(
  fields<CheckedUpdate>({
    id: parseSnowflake,
    metadata: optional(orNull(readMetadata)),
    flags: optional(orNull(oneOf<1>([1]))),
    additional_name: optional(orNull(charactersOf(limits.additionalNameLength, 1))),
    remove_member: optional(orNull(flag)),
  }),
);

const operation = "Updating the members of a lobby";

/** What can be done with a lobby of the application. */
export class LobbyEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, lobbyId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/lobbies/${lobbyId}`;
  }

  /**
   * Adds, changes and removes members (Application Commands Interface, "Other endpoints"), 25 in a request and one request
   * after the other, however many there are. Needs the bot's token.
   *
   * @returns those who were added or changed, as the service gives them.
   * @throws ClientError `invalid_argument`, `invalid_id`, or `duplicate` for a user who is there twice, before anything is
   * sent; {@link LobbyMembersError} with a report of what was done after that.
   */
  async updateMembers(
    members: readonly LobbyMemberUpdate[],
    options: CallOptions = {},
  ): Promise<LobbyMember[]> {
    const { signal } = readCallOptions(options, "options");
    const updates = readUpdates(members, "members");
    refuseDuplicates(updates);
    const answered: LobbyMember[] = [];
    for (let start = 0; start < updates.length; start += limits.membersPerRequest) {
      try {
        const part = updates.slice(start, start + limits.membersPerRequest);
        answered.push(...(await this.#update(part, signal)));
      } catch (error) {
        if (!isClientError(error)) throw error;
        const done = updates.slice(0, start).map(({ id }) => id);
        throw new LobbyMembersError(error, { done, members: answered, remaining: updates.slice(start) });
      }
    }
    return answered;
  }

  async #update(body: readonly CheckedUpdate[], signal: AbortSignal | undefined): Promise<LobbyMember[]> {
    const answer = await this.#transport.call({
      operation,
      method: "POST",
      path: below(this.#path)`/members/bulk`,
      body,
      access: "bot",
      hints: {
        [JsonErrorCode.MissingAccess]: "Use the bot token of the application that the lobby belongs to.",
      },
      signal,
    });
    return parseList(answer ?? [], operation, isLobbyMember, "lobby members");
  }
}

function refuseDuplicates(updates: readonly CheckedUpdate[]): void {
  const seen = new Set<Snowflake>();
  for (const [index, { id }] of updates.entries()) {
    if (seen.has(id)) {
      throw validationError(
        "duplicate",
        `members[${index}].id is ${id}, which another member has already.`,
        "List each user only once.",
      );
    }
    seen.add(id);
  }
}

function isLobbyMember(value: unknown): value is LobbyMember {
  return typeof (value as Partial<LobbyMember> | null)?.id === "string";
}
