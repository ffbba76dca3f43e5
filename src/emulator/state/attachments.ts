import { pathPart } from "../../core/request/addresses.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Upload } from "../base/form.ts";
import type { WireAttachment } from "../../wire/message.ts";
import { createSnowflake } from "../base/recent.ts";

const mostBytes = 64 * 1024 * 1024;
const mostFiles = 2_000;

export class StoredFiles {
  /** A placeholder until the emulator is listening. */
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

  urlOf(channelId: Snowflake, id: Snowflake, filename: string): string {
    const name = /^\.{0,2}$|\p{Surrogate}/u.test(filename) ? "file" : filename;
    return `${this.base}/attachments/${[channelId, id, name].map((part) => pathPart(part, "A file's name")).join("/")}`;
  }

  find(id: Snowflake): Upload | undefined {
    return this.#files.get(id);
  }
}

interface AttachmentTarget {
  readonly channelId: Snowflake;
  readonly isEphemeral: boolean;
  readonly files: StoredFiles;
  readonly now: number;
}

export function attachFiles(
  target: AttachmentTarget,
  files: readonly Upload[],
  drafts: readonly AttachmentDraft[],
): readonly WireAttachment[] {
  return files.map((file) =>
    describeAttachment(
      target,
      file,
      drafts.find(({ id }) => file.key === String(id)),
    ),
  );
}

/**
 * If there are no `drafts`, keeps the old files and appends the new ones (Discord documentation, Webhook, "Edit Webhook
 * Message").
 */
export function keepAttachments(
  target: AttachmentTarget,
  old: readonly WireAttachment[],
  files: readonly Upload[],
  drafts: readonly AttachmentDraft[] | undefined,
): readonly WireAttachment[] {
  if (!drafts) return [...old, ...attachFiles(target, files, [])];
  return drafts.flatMap((draft) => {
    const existing = old.find(({ id }) => id === String(draft.id));
    if (existing) return [{ ...existing, ...textsOf(draft) }];
    const file = files.find(({ key }) => key === String(draft.id));
    return file ? [describeAttachment(target, file, draft)] : [];
  });
}

/** The emulator has no image proxy, so both URLs are the same. */
function describeAttachment(target: AttachmentTarget, file: Upload, draft: AttachmentDraft | undefined) {
  const { channelId, isEphemeral, files, now } = target;
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

function textsOf({ title, description }: Partial<AttachmentDraft> = {}) {
  return { ...(title && { title }), ...(description && { description }) };
}

/** `id` is an uploaded file's key or an attachment's id. */
export interface AttachmentDraft {
  readonly id: string | number;
  readonly filename?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
}
