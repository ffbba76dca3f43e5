import type { ClientError } from "../../core/errors.ts";
import type { OpenBody, StreamedBody } from "../../core/request/send.ts";
import { FileReader, isRereadable, type CheckedFile } from "./message-file.ts";

const encoder = new TextEncoder();

/**
 * A form with JSON and files (RFC 7578; Discord documentation, Reference, "Uploading Files"), which is read while it is sent:
 * never more than one piece of one file is held.
 *
 * @param limit - bytes that one file may have.
 */
export function createMultipart(json: string, files: readonly CheckedFile[], limit: number): StreamedBody {
  const boundary = `slashpass-${crypto.randomUUID()}`;
  const parts: Part[] = [
    head(boundary, 'name="payload_json"', "application/json"),
    encoder.encode(json),
    ...files.flatMap((file) => [head(boundary, describe(file), typeOf(file), "\r\n"), file]),
    encoder.encode(`\r\n--${boundary}--\r\n`),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: lengthOf(parts),
    isRepeatable: files.every(({ data }) => isRereadable(data)),
    open: (fail) => openParts(parts, limit, fail),
  };
}

type Part = Uint8Array | CheckedFile;

function head(boundary: string, disposition: string, type: string, before = ""): Uint8Array {
  const lines = [`--${boundary}`, `Content-Disposition: form-data; ${disposition}`, `Content-Type: ${type}`];
  return encoder.encode(`${before}${lines.join("\r\n")}\r\n\r\n`);
}

function describe({ index, name }: CheckedFile): string {
  // As browsers write it (HTML, "multipart/form-data encoding algorithm"): nothing of a name can end the header.
  const escaped = name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
  return `name="files[${index}]"; filename="${escaped}"`;
}

function typeOf({ data }: CheckedFile): string {
  const type = data instanceof Blob ? data.type : "";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

function lengthOf(parts: readonly Part[]): number | undefined {
  let length = 0;
  for (const part of parts) {
    const size = part instanceof Uint8Array ? part.byteLength : part.size;
    if (size === undefined) return undefined;
    length += size;
  }
  return length;
}

function openParts(parts: readonly Part[], limit: number, fail: (reason: ClientError) => void): OpenBody {
  const reader = new PartReader(parts, limit);
  const close = () => reader.close();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const chunk = await reader.next();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    } catch (error) {
      close();
      const reason = error as ClientError;
      fail(reason);
      controller.error(reason);
    }
  };
  // Nothing is read ahead of the connection.
  return { stream: new ReadableStream({ pull, cancel: close }, { highWaterMark: 0 }), close };
}

/** Reads the parts one after the other. */
class PartReader {
  readonly #parts: Part[];
  readonly #limit: number;
  #file: FileReader | undefined;
  #isClosed = false;

  constructor(parts: readonly Part[], limit: number) {
    this.#parts = [...parts];
    this.#limit = limit;
  }

  /** @throws ClientError, and nothing else. */
  async next(): Promise<Uint8Array | undefined> {
    while (!this.#isClosed) {
      const chunk = await this.#file?.next();
      if (chunk) return chunk;
      const part = this.#parts.shift();
      if (part === undefined || part instanceof Uint8Array) {
        this.#file = undefined;
        return part;
      }
      this.#file = new FileReader(part, this.#limit);
    }
    return undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#file?.close();
  }
}
