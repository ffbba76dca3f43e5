import { pathPart } from "../../core/request/addresses.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Upload } from "../base/form.ts";

/** Bytes that are kept of all files together. */
const mostBytes = 64 * 1024 * 1024;
/** Empty files take room too. */
const mostFiles = 2_000;

/** The files of messages, to be fetched from the emulator. When they are too many, the oldest give way. */
export class KeptFiles {
  /** Where the emulator answers. Before it does, an address that leads nowhere. */
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

  /** Where a file is fetched. A name that no address can hold is replaced there. */
  urlOf(channelId: Snowflake, id: Snowflake, filename: string): string {
    const name = /^\.{0,2}$|\p{Surrogate}/u.test(filename) ? "file" : filename;
    return `${this.base}/attachments/${[channelId, id, name].map((part) => pathPart(part, "A file's name")).join("/")}`;
  }

  find(id: Snowflake): Upload | undefined {
    return this.#files.get(id);
  }
}
