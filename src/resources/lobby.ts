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
import { type CallOptions, readCallOptions } from "../core/request/transport.ts";
import { parseList, type Parser } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import { lobbyLimits as limits } from "../wire/limits.ts";
import { Endpoints } from "./resource.ts";
import { JsonErrorCode } from "../wire/error.ts";

/** The progress of updating lobby members. @stable */
export interface LobbyMembersReport {
  /** The ids of the updated users, in order. */
  readonly done: readonly Snowflake[];
  readonly members: readonly LobbyMember[];
  /**
   * The remaining updates, to pass to the next call. If the response was lost, the first 25 may have taken effect; it is safe to
   * repeat them.
   */
  readonly remaining: readonly LobbyMemberUpdate[];
}

/** Thrown if updating lobby members fails. Its fields are copied from `failure`, and `report` contains the progress. @stable */
export class LobbyMembersError extends ApiError {
  static {
    Object.defineProperty(this.prototype, "name", { ...unlisted, value: "LobbyMembersError" });
  }
  readonly report: LobbyMembersReport;
  readonly failure: ClientError;

  /**
   * Called only by the library.
   *
   * @throws ClientError `invalid_argument` for malformed arguments.
   */
  constructor(failure: ClientError, report: LobbyMembersReport) {
    const init = partialFailure(failure, report, operation, "members");
    super({ ...init, fieldErrors: toFieldErrors(failure, report) });
    this.report = report;
    this.failure = failure;
  }
}

function toFieldErrors(failure: ClientError, { done }: LobbyMembersReport) {
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
  throw wrongArgument(name, value, `of up to ${limits.metadataLength} characters, counting names and values`);
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

const operation = "Updating a lobby's members";

/** A lobby's endpoints. @stable */
export class LobbyEndpoints extends Endpoints {
  /**
   * Adds, changes and removes members, up to 25 per request (Discord documentation, Lobby). Requires a bot token.
   *
   * @returns the added and changed members.
   * @throws ClientError `invalid_argument`, `invalid_id`, or `duplicate` if a user is repeated, before anything is sent; {@link
   *   LobbyMembersError} if a request fails.
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
        `members[${index}].id is ${id}, which another member already has.`,
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
    const hints = {
      [JsonErrorCode.MissingAccess]: "Use the bot token of the lobby's application.",
    };
    const members = this.resource.below`/members/bulk`;
    return members.read({ operation, method: "POST", body, hints }, { signal }, parseMembers);
  }
}

const parseMembers: Parser<LobbyMember[]> = (answer, of) =>
  parseList(answer ?? [], of, isLobbyMember, "lobby members");

function isLobbyMember(value: unknown): value is LobbyMember {
  return typeof (value as Partial<LobbyMember> | null)?.id === "string";
}
