import { type ClientError, isClientError, unlisted } from "../core/errors.ts";
import { ApiError, partialFailure } from "../core/request/api-error.ts";
import {
  countCharacters,
  refuseDuplicates,
  wrongArgument,
  type Reader,
  textOf,
  flag,
  listOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  parseSnowflake,
} from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { LobbyMember, LobbyMemberUpdate, LobbyMetadata } from "../wire/lobby.ts";
import { type ApiPath, apiPath, below } from "../core/request/addresses.ts";
import { type CallOptions, readCallOptions, type Transport } from "../core/request/transport.ts";
import { parseList } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import { inspectAs } from "../core/printing.ts";
import { lobbyLimits as limits } from "../wire/limits.ts";
import { JsonErrorCode } from "../wire/error.ts";

/** How far an update of a lobby's members came. */
export interface LobbyMembersReport {
  /** Ids of the users whose update the service has taken, in the order that was given. */
  readonly done: readonly Snowflake[];
  /** The service's records of them. */
  readonly members: readonly LobbyMember[];
  /**
   * The remaining updates, in the given order: pass them to the next call. The first 25 may have had their effect when the answer
   * got lost; repeating them does no harm.
   */
  readonly remaining: readonly LobbyMemberUpdate[];
}

/** Members of a lobby were updated in part, or not at all. The fields are those of `failure`; `report` says how far it came. */
export class LobbyMembersError extends ApiError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "LobbyMembersError" });
  }
  /** Which members were updated before it failed. */
  readonly report: LobbyMembersReport;
  /** The failure of the service or the network. */
  readonly failure: ClientError;

  /**
   * Made by the library.
   *
   * @throws ClientError `invalid_argument` for anything but an error of the library and a report.
   */
  constructor(failure: ClientError, report: LobbyMembersReport) {
    const init = partialFailure(failure, report, operation, "members");
    super({ ...init, fieldErrors: placed(failure, report) });
    this.report = report;
    this.failure = failure;
  }
}

/** The problems of one request, at their places in the whole list. */
function placed(failure: ClientError, { done }: LobbyMembersReport) {
  if (!(failure instanceof ApiError)) return [];
  return failure.fieldErrors.map((error) => ({
    ...error,
    path: error.path.replace(/^\[(\d+)\]/, (_, index: string) => `[${Number(index) + done.length}]`),
  }));
}

type CheckedUpdate = LobbyMemberUpdate & { readonly id: Snowflake };

const readTexts = recordOf(textOf({ least: 0, most: limits.metadataValueLength }));

const readMetadata: Reader<LobbyMetadata> = (value, name) => {
  const metadata = readTexts(value, name);
  const length = countCharacters(Object.entries(metadata).flat().join(""), limits.metadataLength);
  if (length <= limits.metadataLength) return metadata;
  throw wrongArgument(name, value, `of up to ${limits.metadataLength} characters, names and values together`);
};

const readUpdates = listOf(
  fields<CheckedUpdate>({
    id: parseSnowflake,
    metadata: optional(orNull(readMetadata)),
    flags: optional(orNull(oneOf<1>([1]))),
    additional_name: optional(orNull(textOf({ most: limits.additionalNameLength }))),
    remove_member: optional(orNull(flag)),
  }),
);

const operation = "Updating the members of a lobby";

/** The calls for a lobby of the application. */
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
   * Adds, changes and removes members (Discord documentation, Lobby), 25 in a request and one request
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
    refuseDuplicates(
      updates.map(({ id }) => id),
      (index, id) => [
        `members[${index}].id is ${id}, which another member has already.`,
        "List each user only once.",
      ],
    );
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

function isLobbyMember(value: unknown): value is LobbyMember {
  return typeof (value as Partial<LobbyMember> | null)?.id === "string";
}
