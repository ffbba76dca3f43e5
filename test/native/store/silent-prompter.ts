import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { sessionBusSockets } from "../../../src/store/dbus/connection.ts";
import { decodeMessage, encodeMessage, type Message } from "../../../src/store/dbus/message.ts";

const bus = {
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
} as const;

/** Replaces the program that shows gnome-keyring's dialogs, but never answers a request. */
export class SilentPrompter {
  readonly #socket: Socket;
  #promptCount = 0;
  readonly #waiting: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async start(environment: NodeJS.ProcessEnv): Promise<SilentPrompter> {
    const socket = connect({ path: sessionBusSockets(environment)[0] as string });
    const user = Buffer.from(String(process.getuid?.())).toString("hex");
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    await once(socket, "data");
    const prompter = new SilentPrompter(socket);
    prompter.#listen();
    socket.write("BEGIN\r\n");
    prompter.#call(1, "Hello", "", []);
    prompter.#call(2, "RequestName", "su", ["org.gnome.keyring.SystemPrompter", 4]);
    return prompter;
  }

  /** Resolves when the keyring has requested another dialog. */
  async prompted(): Promise<void> {
    if (this.#promptCount > 0) this.#promptCount--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  stop(): void {
    this.#socket.destroy();
  }

  #call(serial: number, member: string, signature: string, body: Message["body"]): void {
    this.#socket.write(encodeMessage({ ...bus, type: 1, serial, member, signature, body }));
  }

  #listen(): void {
    let received = Buffer.alloc(0);
    this.#socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (let next; (next = decodeMessage(received)) !== undefined;) {
        received = received.subarray(next.size);
        if (next.message.member === "BeginPrompting") this.#onPrompt();
      }
    });
  }

  #onPrompt(): void {
    const resolve = this.#waiting.shift();
    if (resolve) resolve();
    else this.#promptCount++;
  }
}
