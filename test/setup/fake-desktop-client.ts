import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

export interface Sent {
  readonly opcode: number;
  readonly payload: Record<string, unknown>;
}

/** The client's end of a connection. */
export interface Ends {
  readonly socket: Socket;
  /** Writes a frame, encoded independently of the library. */
  readonly send: (opcode: number, payload: unknown) => void;
}

export type Answer = (sent: Sent, ends: Ends) => void;

/** A server on a desktop client's socket path that runs until the test ends. */
export interface FakeDesktopClient {
  readonly path: string;
  readonly sent: Sent[];
  /** How many connections the game has closed. */
  readonly ended: () => number;
  readonly connections: () => number;
}

export const ready = {
  cmd: "DISPATCH",
  evt: "READY",
  data: { v: 1, config: {}, user: { id: "1" } },
  nonce: null,
};

/** Encodes a frame as documented, independently of the library. */
export function frameOf(opcode: number, payload: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(payload));
  const header = Buffer.alloc(8);
  header.writeUInt32LE(opcode, 0);
  header.writeUInt32LE(json.length, 4);
  return Buffer.concat([header, json]);
}

/** A real client's response to the probe. */
export const refusal = { code: 4006, message: "Not authenticated or invalid scope" };

/** Sends `READY`, rejects the probe, and passes authorization to `authorize`. */
export function real(authorize: Answer): Answer {
  return (sent, ends) => {
    const { cmd, nonce } = sent.payload;
    if (sent.opcode === 0) return ends.send(1, ready);
    if (cmd === "AUTHORIZE") return authorize(sent, ends);
    ends.send(1, { cmd, evt: "ERROR", nonce, data: refusal });
  };
}

/** Like {@link real}, but accepts subscriptions and answers to join requests, and passes activities to `setActivity`. */
export function showing(setActivity: Answer): Answer {
  const other = real(setActivity);
  return (sent, ends) => {
    const { cmd } = sent.payload;
    if (cmd === "SET_ACTIVITY") setActivity(sent, ends);
    else if (sent.opcode === 0 || cmd === "GET_SELECTED_VOICE_CHANNEL") other(sent, ends);
    else answering({})(sent, ends);
  };
}

/** Makes the library look for desktop clients only in this directory, which hides those running on this machine. */
export function lookForDesktopClientsIn(folder: string): void {
  for (const variable of ["XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP"]) vi.stubEnv(variable, folder);
}

/** Responds to the request with the player's consent or an error. */
export function answering(data: unknown, evt: string | null = null): Answer {
  return ({ payload: { cmd, nonce } }, { send }) => send(1, { cmd, evt, nonce, data });
}

export async function fakeDesktopClient(
  answer: Answer,
  name = "discord-ipc-0",
  folder = temporaryFolder(),
): Promise<FakeDesktopClient> {
  const sent: Sent[] = [];
  const sockets = new Set<Socket>();
  let ended = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    const send = (opcode: number, payload: unknown) => void socket.write(frameOf(opcode, payload));
    socket.on("error", () => undefined);
    socket.on("close", () => (ended += 1));
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= 8 && received.length >= 8 + received.readUInt32LE(4)) {
        const end = 8 + received.readUInt32LE(4);
        const payload = JSON.parse(received.toString("utf8", 8, end)) as Record<string, unknown>;
        const frame = { opcode: received.readUInt32LE(0), payload };
        received = received.subarray(end);
        sent.push(frame);
        answer(frame, { socket, send });
      }
    });
  });
  const path = join(folder, name);
  server.listen(path);
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { path, sent, ended: () => ended, connections: () => sockets.size };
}
