import type { Snowflake } from "../../snowflake.ts";
import type { WireAttachment } from "../../wire/message.ts";
import type { Upload } from "../base/form.ts";
import { createSnowflake } from "../base/new-id.ts";
import { invalidField, type Refusal } from "../base/refusal.ts";
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

/** The files of a new message, with what it says of them. @throws Refusal 50035 for something said of no file. */
export function attachFiles(
  place: AttachmentPlace,
  files: readonly Upload[],
  drafts: readonly AttachmentDraft[],
): readonly WireAttachment[] {
  const stray = drafts.findIndex(({ id }) => !files.some(({ key }) => key === String(id)));
  if (stray >= 0) throw unknownAttachment(stray);
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
 *
 * @throws Refusal 50035 for an id that is neither here nor there.
 */
export function keepAttachments(
  place: AttachmentPlace,
  old: readonly WireAttachment[],
  files: readonly Upload[],
  drafts: readonly AttachmentDraft[] | undefined,
): readonly WireAttachment[] {
  if (!drafts) return [...old, ...attachFiles(place, files, [])];
  return drafts.map((draft, index) => {
    const kept = old.find(({ id }) => id === String(draft.id));
    if (kept) return { ...kept, ...textsOf(draft) };
    const file = files.find(({ key }) => key === String(draft.id));
    if (file) return describeAttachment(place, file, draft);
    throw unknownAttachment(index);
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
  const url = `${files.base}/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
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

function unknownAttachment(index: number): Refusal {
  return invalidField(`attachments.${index}`, "ATTACHMENT_NOT_FOUND", "Attachment data was not found");
}
