import { isWhole } from "../../../core/check/readers.ts";
import {
  type Check,
  flag,
  id,
  list,
  nullable,
  oneOf,
  type Path,
  problem,
  type Problems,
  record,
  repeated,
  type Fields,
  text,
  whole,
  checkFields,
  number,
} from "./checks.ts";
import {
  type AttachmentBody,
  type ChannelMessageBody,
  type MessageBody,
  MessageFlag,
  type WireMessage,
} from "../../../wire/message.ts";
import { checkComponents, listReferencedFiles } from "./component-rules.ts";
import { findDeprecated, layoutComponent, rowComponent } from "./components.ts";
import { checkEmbedSize, embed } from "./embeds.ts";
import { checkPoll, poll } from "./polls.ts";
import { messageLimits } from "../../../wire/limits.ts";
import { brokenRules } from "../../../core/request/api-error.ts";
import { formatPath } from "../../../core/request/path.ts";
import type { FieldProblem } from "../../../wire/error.ts";
import type { ModalBody } from "../../../wire/interaction-callback.ts";
import { findInModal } from "./modals.ts";

const ids = list(nullable(id), 100);

/** The allowed mentions (the service's published description, `MessageAllowedMentionsRequest`). */
export const allowedMentions: Check = record({
  optional: {
    parse: list(nullable(oneOf("users", "roles", "everyone")), 1521),
    users: ids,
    roles: ids,
    replied_user: flag,
  },
});

/**
 * An id may appear only once, and not at all if `parse` includes its kind (Discord documentation, Message, "Allowed Mentions
 * Object").
 */
export function checkAllowedMentions(mentions: object, path: Path): Problems {
  const given = mentions as Readonly<Record<string, readonly unknown[] | null | undefined>>;
  const both = ["users", "roles"].filter((kind) => given["parse"]?.includes(kind) && given[kind]?.length);
  return [
    ...["parse", "users", "roles"].flatMap((name) => checkOnce(given[name] ?? [], [...path, name])),
    ...both.flatMap((kind) =>
      problem(
        path,
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      ),
    ),
  ];
}

function checkOnce(values: readonly unknown[], path: Path): Problems {
  return repeated(values).flatMap((index) =>
    problem([...path, String(index)], "SET_TYPE_ALREADY_CONTAINS_VALUE"),
  );
}

const nonce: Check = (value, path) =>
  typeof value === "number" ? whole(-(2 ** 63), 2 ** 63)(value, path) : text(25)(value, path);

/** The fields that only channel messages have (the service's published description, `MessageCreateRequest`). */
export const channelMessageFields: Fields["optional"] = {
  nonce,
  enforce_nonce: flag,
  sticker_ids: list(id, 3),
  message_reference: record({
    required: { message_id: id },
    // A reply or a forwarded message.
    optional: { channel_id: id, guild_id: id, fail_if_not_exists: flag, type: oneOf(0, 1) },
  }),
};

export interface MessageContext {
  readonly path?: Path;
  readonly files?: readonly NamedFile[];
  readonly old?: OldMessage | undefined;
  /** Whether the edited message is unknown. If so, it may have files or consist of components. */
  readonly isUnseen?: boolean;
  readonly ignored?: readonly string[];
  readonly more?: Fields["optional"];
}

interface NamedFile {
  /** The `n` in `files[n]`. */
  readonly key: string;
  readonly filename: string;
}

type OldMessage = Pick<WireMessage, "content" | "embeds" | "flags" | "attachments">;

/**
 * Shapes and limits come from the service's published description; the other rules are listed in {@link
 * https://github.com/slashpass/slashpass/blob/main/docs/emulator.md#request-rules}.
 *
 * @returns All errors, worded like the service's. The other rules are checked only if the shape is valid.
 */
export function findInMessage(body: unknown, context: MessageContext = {}): Problems {
  const { path = [], old, ignored = [], more, isUnseen = false } = context;
  const { flags } = (body ?? {}) as { readonly flags?: unknown };
  const isLayout = hasLayout({ flags }) || hasLayout(old);
  const { optional } = isLayout || isUnseen ? layoutMessage : rowsMessage;
  const counted = more ? { ...optional, ...more } : optional;
  const misshapen = checkFields(body, { optional: without(counted, ignored) }, path);
  if (misshapen.length > 0) return misshapen;
  const message = without(body as CheckedMessage, ignored);
  return [...(isLayout ? checkLayout(message, context) : []), ...checkProse(message, context)];
}

/** Avoids copying if possible, because copying takes as long as validating. */
function without<T extends object>(fields: T, ignored: readonly string[]): T {
  if (ignored.length === 0) return fields;
  const remaining = Object.entries(fields).filter(([name]) => !ignored.includes(name));
  return Object.fromEntries(remaining) as T;
}

function hasLayout(message: { readonly flags?: unknown } | undefined): boolean {
  return Boolean(Number(message?.flags) & MessageFlag.IsComponentsV2);
}

/** An uploaded file's index, or an existing attachment's id. */
const attachmentId: Check = (value, path) => (isWhole(value, 0, Infinity) ? [] : id(value, path));

const attachment = record({
  required: { id: attachmentId },
  optional: {
    filename: text(1024, 1),
    description: text(1024),
    duration_secs: number(0, 2 ** 31 - 1),
    waveform: text(400),
    title: text(1024),
    is_spoiler: flag,
  },
});

const messageFields = {
  content: text(messageLimits.content),
  embeds: list(embed, 10),
  allowed_mentions: allowedMentions,
  attachments: list(attachment, messageLimits.files),
  poll,
  tts: flag,
  flags: whole(),
};

const rowsMessage = {
  optional: { ...messageFields, components: list(rowComponent, messageLimits.rows) },
};
const layoutMessage = {
  optional: { ...messageFields, components: list(layoutComponent, messageLimits.components) },
};

type CheckedMessage = { readonly [Field in keyof ChannelMessageBody]?: ChannelMessageBody[Field] | null };

/** Checks only the fields that are present, because most messages have none of them. */
function checkProse(message: CheckedMessage, context: MessageContext): Problems {
  const { path = [] } = context;
  const { embeds, components, allowed_mentions: mentions, poll: pollRequest, attachments } = message;
  return [
    ...(attachments ? checkAttached(attachments, context) : []),
    ...(embeds ? checkEmbedSize(embeds, [...path, "embeds"]) : []),
    ...(components ? checkComponents(components, [...path, "components"], namesIn(message, context)) : []),
    ...(mentions ? checkAllowedMentions(mentions, [...path, "allowed_mentions"]) : []),
    ...(pollRequest ? checkPoll(pollRequest, [...path, "poll"]) : []),
  ];
}

/** Listed files must be uploaded or already attached. */
function checkAttached(
  listed: readonly AttachmentBody[],
  { path = [], files = [], old, isUnseen = false }: MessageContext,
): Problems {
  if (isUnseen) return [];
  const existing = old?.attachments ?? [];
  const keys = new Set([...files.map(({ key }) => key), ...existing.map(({ id: one }) => one)]);
  return listed.flatMap(({ id: key }, index) =>
    keys.has(String(key)) ? [] : problem([...path, "attachments", String(index)], "ATTACHMENT_NOT_FOUND"),
  );
}

/** Returns the names of the files that components can show, or `undefined` if they are unknown. */
function namesIn(
  { attachments }: CheckedMessage,
  { files = [], old, isUnseen = false }: MessageContext,
): readonly string[] | undefined {
  if (isUnseen) return undefined;
  const named = [...files, ...(old?.attachments ?? []), ...(attachments ?? [])];
  return named.flatMap(({ filename }) => filename ?? []);
}

function checkLayout(message: CheckedMessage, context: MessageContext): Problems {
  return [
    ...checkOldFields(message, context),
    ...checkFlagStays(message, context),
    ...checkReferencedFiles(message, context),
  ];
}

/**
 * Rejects fields that `MessageFlag.IsComponentsV2` forbids, including fields of the edited message (Discord documentation,
 * Component Reference).
 */
function checkOldFields(message: CheckedMessage, { path = [], old }: MessageContext): Problems {
  const {
    content = old?.content || null,
    embeds = old?.embeds,
    poll: pollRequest,
    sticker_ids: stickers,
  } = message;
  const given = {
    content: content !== null,
    embeds: (embeds?.length ?? 0) > 0,
    poll: pollRequest !== undefined && pollRequest !== null,
    sticker_ids: (stickers?.length ?? 0) > 0,
  };
  return Object.entries(given).flatMap(([name, isGiven]) =>
    isGiven
      ? problem(
          [...path, name],
          "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
          `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
        )
      : [],
  );
}

/** `MessageFlag.IsComponentsV2` cannot be removed (Discord documentation, Message, "Message Flags"). */
function checkFlagStays({ flags }: CheckedMessage, { path = [], old }: MessageContext): Problems {
  if (!hasLayout(old) || typeof flags !== "number" || hasLayout({ flags })) return [];
  return problem([...path, "flags"], "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG");
}

/** A component must refer to every uploaded file (Application Commands Interface, "Limits"). */
function checkReferencedFiles(
  { components, attachments }: CheckedMessage,
  { path = [], files = [] }: MessageContext,
): Problems {
  const referenced = listReferencedFiles(components ?? []);
  return files.flatMap(({ key, filename }) => {
    const name = attachments?.find(({ id: one }) => String(one) === key)?.filename ?? filename;
    if (referenced.includes(name)) return [];
    const words = `No component shows the file ${JSON.stringify(name)}: one must reference its attachment:// address`;
    return problem([...path, "attachments", key], "MESSAGE_ATTACHMENT_NOT_IN_COMPONENTS", words);
  });
}

/** Validates a message. @throws ApiError `invalid_message` for a message that the service would reject. */
export type MessageCheck = (body: MessageBody, context: MessageContext, operation: string) => void;

export interface AnswerRules {
  readonly checkMessage: MessageCheck;
  readonly checkForm: (form: ModalBody) => void;
  /** Describes an answer's deprecated parts that have not been reported yet. */
  readonly newlyDeprecated: (answer: {
    readonly type?: unknown;
    readonly data?: unknown;
  }) => readonly string[];
}

/** Creates one endpoint's rules. */
export function createAnswerRules(): AnswerRules {
  const reported = new Set<string>();
  return {
    checkMessage,
    checkForm: (form) => refuseMessage(findInModal(form), "Opening the form"),
    newlyDeprecated: (answer) => {
      const found = findDeprecated(answer).filter(
        ({ message }) => !reported.has(message) && reported.add(message),
      );
      return found.map(({ path, message }) => `${path.join(".")}: ${message}`);
    },
  };
}

export const checkMessage: MessageCheck = (body, context, operation) =>
  refuseMessage(findInMessage(body, context), operation);

export function refuseMessage(problems: readonly FieldProblem[], operation: string): void {
  if (problems.length === 0) return;
  const fieldErrors = problems.map(({ path, error: { code, message } }) => ({
    path: formatPath(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))),
    code,
    message,
  }));
  const why = `${operation} was not attempted: the service would reject it.`;
  throw brokenRules("invalid_message", why, "emulator.md#request-rules", fieldErrors);
}
