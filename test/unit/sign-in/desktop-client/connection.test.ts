import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  ConnectionLost,
  DesktopClientConnection,
  DesktopClientRefusal,
  encodeFrame,
  FrameError,
  FrameReader,
  payloadOf,
} from "../../../../src/sign-in/desktop-client/connection.ts";
import {
  answering,
  type Answer,
  fakeDesktopClient,
  frameOf,
  ready,
  real,
} from "../../../setup/fake-desktop-client.ts";
import { deadSocket } from "../../../setup/lock-sockets.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const never = new AbortController().signal;
const nobody = () => undefined;
const authorize = (connection: DesktopClientConnection, signal = never) =>
  connection.request("AUTHORIZE", { client_id: "1" }, signal);

async function open(answer: Answer, signal = never) {
  const client = await fakeDesktopClient(answer);
  const connection = await DesktopClientConnection.open(client.path, nobody, signal);
  onTestFinished(() => connection.close());
  return { client, connection };
}

function header(opcode: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(opcode, 0);
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

/** Encodes a frame with arbitrary content. */
function rawFrame(opcode: number, text: string): Buffer {
  return Buffer.concat([header(opcode, Buffer.byteLength(text)), Buffer.from(text)]);
}

/** Opens a connection and completes the handshake. */
async function openReady(answer: Answer) {
  const opened = await open(real(answer));
  await opened.connection.shakeHands("1", never);
  return opened;
}

describe("DesktopClientConnection", () => {
  it("sends the version and application id and waits for the client's ready event", async () => {
    const { client, connection } = await open(real(answering({})));
    await connection.shakeHands("1234567890123456789", never);
    expect(client.sent).toEqual([{ opcode: 0, payload: { v: 1, client_id: "1234567890123456789" } }]);
  });

  it("matches responses to requests by nonce in any order", async () => {
    const held: (() => void)[] = [];
    const { client, connection } = await openReady((sent, ends) => {
      held.push(() => answering({ code: String(held.length) })(sent, ends));
      if (held.length === 2) for (const answer of held.toReversed()) answer();
    });
    const answers = await Promise.all([authorize(connection), authorize(connection)]);
    expect(answers).toEqual([{ code: "2" }, { code: "2" }]);
    const [, first, second] = client.sent;
    expect(first?.payload).toEqual({
      cmd: "AUTHORIZE",
      args: { client_id: "1" },
      nonce: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(first?.payload["nonce"]).not.toBe(second?.payload["nonce"]);
  });

  it("rejects with a refusal's code and message", async () => {
    const { connection } = await openReady(answering({ code: 5000, message: "no" }, "ERROR"));
    const refused: unknown = await authorize(connection).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DesktopClientRefusal);
    expect(refused).toMatchObject({ code: 5000, detail: "no", message: "it responded with the error 5000" });
  });

  it("replies to a ping with the same bytes even if they are 5,000 nested arrays or invalid JSON", async () => {
    const pings = ["[".repeat(5_000) + "]".repeat(5_000), '{ "at" : 7.0 }', "no JSON"];
    const came: Buffer[] = [];
    const { connection } = await openReady((sent, ends) => {
      ends.socket.removeAllListeners("data").on("data", (bytes: Buffer) => came.push(bytes));
      for (const ping of pings) ends.socket.write(rawFrame(3, ping));
      answering({})(sent, ends);
    });
    await authorize(connection);
    const pongs = Buffer.concat(pings.map((ping) => rawFrame(4, ping)));
    await expect.poll(() => Buffer.concat(came).equals(pongs)).toBe(true);
  });

  it("reads frames that arrive byte by byte", async () => {
    const { connection } = await openReady(({ payload: { cmd, nonce } }, { socket }) => {
      for (const byte of frameOf(1, { cmd, nonce, evt: null, data: { code: "c" } }))
        socket.write(Buffer.from([byte]));
    });
    expect(await authorize(connection)).toEqual({ code: "c" });
  });

  it("ignores other nonces, other commands and events", async () => {
    const { connection } = await openReady(({ payload: { cmd, nonce } }, { send }) => {
      send(1, { cmd, nonce: "another", evt: null, data: { code: "evil" } });
      send(1, { cmd: "GET_GUILDS", nonce, evt: null, data: { code: "evil" } });
      send(1, { cmd, nonce: 7, data: { code: "evil" } });
      send(1, ready);
      send(1, { cmd: "DISPATCH", evt: "VOICE_STATE_UPDATE", data: {} });
      send(4, {});
      send(1, { cmd, nonce, evt: null, data: { code: "c" } });
    });
    expect(await authorize(connection)).toEqual({ code: "c" });
  });

  it("rejects pending and later requests after close()", async () => {
    const { client, connection } = await openReady(nobody);
    const answer = authorize(connection);
    connection.close();
    await expect(answer).rejects.toThrow(ConnectionLost);
    await expect(authorize(connection)).rejects.toThrow("it closed the connection");
    await expect.poll(client.ended).toBe(1);
  });
});

describe("a misbehaving client", () => {
  it.each<[string, Answer, string]>([
    [
      "sends pings without reading the responses",
      (_sent, { socket }) => {
        socket.pause();
        for (let count = 0; count < 100; count++) socket.write(rawFrame(3, "x".repeat(65_000)));
      },
      "it stopped reading messages",
    ],
    ["closes the connection", (_sent, { socket }) => socket.destroy(), "it closed the connection"],
    ["sends a close message without a code", (_sent, { send }) => send(2, "bye"), "it ended the connection"],
    [
      "sends a frame of 4 GiB",
      (_sent, { socket }) => void socket.write(Buffer.from("01000000ffffffff", "hex")),
      "it announced a frame of 4294967295 bytes",
    ],
    ["sends a list", (_sent, { send }) => send(1, []), "it sent a frame that is not an object"],
    ...[{ message: "no" }, { code: 1, message: 5 }, null].map((data): [string, Answer, string] => [
      `rejects a request with ${JSON.stringify(data)}`,
      answering(data, "ERROR"),
      "it responded with an error without a reason",
    ]),
    [
      "never stops sending events",
      (_sent, { send }) => {
        for (let i = 0; i < 513; i += 1) send(4, {});
      },
      "it sent too many unsolicited messages",
    ],
    ...[
      [4000, "it does not recognize the application"] as const,
      [4002, "it accepts at most two connections per minute"] as const,
      [4004, "it does not support version 1 of the protocol"] as const,
      [1006, "it ended the connection"] as const,
    ].map(([code, reason]): [string, Answer, string] => [
      `sends a close message with code ${code}`,
      (_sent, { send }) => send(2, { code, message: "x" }),
      `${reason} (${code})`,
    ]),
  ])("is disconnected if it %s", async (_what, answer, reason) => {
    const { client, connection } = await openReady(answer);
    const lost: unknown = await authorize(connection).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ConnectionLost);
    expect(lost).toHaveProperty("message", reason);
    connection.close();
    await expect.poll(client.ended).toBe(1);
  });
});

describe("failed connections", () => {
  it("reject with isAbsence if no client listens", async () => {
    const opening = DesktopClientConnection.open(`${temporaryFolder()}/discord-ipc-0`, nobody, never);
    await expect(opening).rejects.toMatchObject({ isAbsence: true });
  });

  it("reject with isAbsence if an exited client left a stale socket", async () => {
    const folder = temporaryFolder();
    await deadSocket(folder, "discord-ipc-0");
    const opening = DesktopClientConnection.open(`${folder}/discord-ipc-0`, nobody, never);
    await expect(opening).rejects.toMatchObject({ isAbsence: true });
  });

  it("reject if another user's process listens", async () => {
    const client = await fakeDesktopClient(nobody);
    const opening = DesktopClientConnection.open(client.path, () => 4_000_000, never);
    await expect(opening).rejects.toThrow("another user's process is listening there");
    expect(client.sent).toEqual([]);
  });

  it("reject if aborted before connecting or while a request is pending", async () => {
    const reason = new Error("no longer");
    const { connection } = await openReady(nobody);
    const controller = new AbortController();
    const answer = authorize(connection, controller.signal);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await expect(authorize(connection, controller.signal)).rejects.toBe(reason);
    const { path } = await fakeDesktopClient(nobody);
    await expect(DesktopClientConnection.open(path, nobody, controller.signal)).rejects.toBe(reason);
  });

  it("reject if aborted while connecting", async () => {
    const { path } = await fakeDesktopClient(nobody);
    const controller = new AbortController();
    const reason = new Error("no longer");
    vi.spyOn(process, "geteuid").mockReturnValue(undefined as unknown as number);
    onTestFinished(() => void vi.restoreAllMocks());
    const opening = DesktopClientConnection.open(path, nobody, controller.signal);
    // The file check is skipped here, so the socket starts to connect two microtasks later.
    await Promise.resolve();
    await Promise.resolve();
    controller.abort(reason);
    await expect(opening).rejects.toBe(reason);
  });
});

describe("frames", () => {
  /** The example in the protocol's documentation: 40 (0x28) bytes of JSON. */
  const handshake = Buffer.concat([
    Buffer.from("0000000028000000", "hex"),
    Buffer.from('{"v":1,"client_id":"192741864418312192"}'),
  ]);

  it("are encoded exactly as documented", () => {
    expect(encodeFrame(0, { v: 1, client_id: "192741864418312192" }).equals(handshake)).toBe(true);
  });

  it("are decoded from chunks of any size", () => {
    const frame = fc.record({ opcode: fc.constantFrom(0, 1, 2, 3, 4), payload: fc.jsonValue() });
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 5 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        (frames, cuts) => {
          const bytes = Buffer.concat(frames.map(({ opcode, payload }) => encodeFrame(opcode as 0, payload)));
          const reader = new FrameReader();
          const read: unknown[] = [];
          for (let at = 0; at < bytes.length;) {
            const { value: size } = cuts.next() as { value: number };
            const completed = reader.push(bytes.subarray(at, at + size));
            read.push(...completed.map((one) => ({ opcode: one.opcode, payload: payloadOf(one) })));
            at += size;
          }
          // JSON writes -0 as 0.
          expect(read).toEqual(JSON.parse(JSON.stringify(frames)));
        },
      ),
    );
  });

  it("are limited to 64 KiB", () => {
    const text = "x".repeat(65_534);
    const [frame] = new FrameReader().push(encodeFrame(1, text));
    expect(payloadOf(frame ?? expect.unreachable())).toBe(text);
    expect(() => new FrameReader().push(header(1, 65_537))).toThrow(FrameError);
  });

  it.each([
    [
      "bytes that are not a frame",
      Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"),
      "it sent an invalid frame",
    ],
    ["an unknown opcode", header(5, 2), "it sent an invalid frame"],
    ["no payload", header(1, 0), "it sent a frame that is not JSON"],
    ["a payload that is not JSON", rawFrame(1, "{no}"), "it sent a frame that is not JSON"],
    [
      "5,000 nested lists",
      rawFrame(1, "[".repeat(5_000) + "]".repeat(5_000)),
      "it sent a frame that is not JSON",
    ],
    [
      "a payload that is not UTF-8",
      Buffer.concat([header(1, 3), Buffer.from([34, 0xff, 34])]),
      "it sent a frame that is not JSON",
    ],
  ])("are rejected with an error that does not quote them: %s", (_what, bytes, message) => {
    expect(() => new FrameReader().push(bytes).map(payloadOf)).toThrow(new FrameError(message));
  });
});
