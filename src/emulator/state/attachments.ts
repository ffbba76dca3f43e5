import type { Snowflake } from "../../wire/snowflake.ts";
import type { WireAttachment } from "../../wire/message.ts";
import type { Upload } from "../base/form.ts";
import { createSnowflake } from "../base/new-id.ts";
import type { KeptFiles } from "./kept-files.ts";
import type { AttachmentDraft } from "./messages.ts";

/** The message that files belong to. */
export interface AttachmentPlace {
  readonly channelId: Snowflake;
  readonly isEphemeral: boolean;
  /** Where its bytes stay. */
  readonly files: KeptFiles;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A file of a message. */
export interface Attachment extends WireAttachment {
  readonly proxy_url: string;
  readonly title?: string;
  readonly description?: string;
  /** Whether it goes away with its message. */
  readonly ephemeral?: boolean;
}

/** The files of a new message, with what it says of them. */
export function attachFiles(
  place: AttachmentPlace,
  files: readonly Upload[],
  drafts: readonly AttachmentDraft[],
): readonly WireAttachment[] {
  return files.map((file) =>
    describeAttachment(
      place,
      file,
      drafts.find(({ id }) => file.key === String(id)),
    ),
  );
}

/**
 * The files of a message that is edited: those that `drafts` lists, old and new (Discord documentation, Webhook, "Edit
 * Webhook Message"). Without a list the old ones stay, and new ones stand behind them.
 */
export function keepAttachments(
  place: AttachmentPlace,
  old: readonly WireAttachment[],
  files: readonly Upload[],
  drafts: readonly AttachmentDraft[] | undefined,
): readonly WireAttachment[] {
  if (!drafts) return [...old, ...attachFiles(place, files, [])];
  return drafts.flatMap((draft) => {
    const kept = old.find(({ id }) => id === String(draft.id));
    if (kept) return [{ ...kept, ...textsOf(draft) }];
    const file = files.find(({ key }) => key === String(draft.id));
    return file ? [describeAttachment(place, file, draft)] : [];
  });
}

/** An attachment (Discord documentation, Message, "Attachment Object"). The proxy that makes pictures smaller is left out. */
function describeAttachment(
  { channelId, isEphemeral, files, now }: AttachmentPlace,
  file: Upload,
  draft: AttachmentDraft | undefined,
): Attachment {
  const id = createSnowflake(now);
  const filename = draft?.filename ?? file.filename;
  const url = files.urlOf(channelId, id, filename);
  files.keep(id, file);
  return {
    id,
    filename,
    size: file.size,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...textsOf(draft),
    ...(isEphemeral && { ephemeral: true }),
  };
}

function textsOf({ title, description }: Partial<AttachmentDraft> = {}): Pick<
  Attachment,
  "title" | "description"
> {
  return { ...(title && { title }), ...(description && { description }) };
}
