import { pathPart } from "../../core/request/addresses.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Upload } from "../base/form.ts";
import type { WireAttachment } from "../../wire/message.ts";
import { createSnowflake } from "../base/recent.ts";

/** Bytes that are kept of all files together. */
const mostBytes = 64 * 1024 * 1024;
/** Empty files take room too. */
const mostFiles = 2_000;

/** The files of messages, to be fetched from the emulator. When they are too many, the oldest give way. */
export class KeptFiles {
  /** The emulator's address. Until it listens, an address that leads nowhere. */
  base = "https://cdn.example";
  readonly #files = new Map<Snowflake, Upload>();
  #bytes = 0;

  keep(id: Snowflake, file: Upload): void {
    this.#files.set(id, file);
    this.#bytes += file.size;
    for (const [oldest, { size }] of this.#files) {
      if (this.#bytes <= mostBytes && this.#files.size <= mostFiles) break;
      this.#files.delete(oldest);
      this.#bytes -= size;
    }
  }

  /** The address of a file. A name that no address can hold is replaced there. */
  urlOf(channelId: Snowflake, id: Snowflake, filename: string): string {
    const name = /^\.{0,2}$|\p{Surrogate}/u.test(filename) ? "file" : filename;
    return `${this.base}/attachments/${[channelId, id, name].map((part) => pathPart(part, "A file's name")).join("/")}`;
  }

  find(id: Snowflake): Upload | undefined {
    return this.#files.get(id);
  }
}

/** The message that files belong to. */
interface AttachmentPlace {
  readonly channelId: Snowflake;
  readonly isEphemeral: boolean;
  /** The store of its bytes. */
  readonly files: KeptFiles;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The files of a new message, with its descriptions of them. */
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
function describeAttachment(place: AttachmentPlace, file: Upload, draft: AttachmentDraft | undefined) {
  const { channelId, isEphemeral, files, now } = place;
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
    // It goes away with its message.
    ...(isEphemeral && { ephemeral: true }),
  };
}

function textsOf({ title, description }: Partial<AttachmentDraft> = {}) {
  return { ...(title && { title }), ...(description && { description }) };
}

/** The description of a file: of one in the same request by its key, of an existing one by its id. */
export interface AttachmentDraft {
  readonly id: string | number;
  readonly filename?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
}
