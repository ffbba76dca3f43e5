import type { ActivityWindow } from "../../../src/emulator/activity/window.ts";
import { type ActivityMessage, ActivityOpcode } from "../../../src/wire/activity-rpc.ts";
import { ClosePayload, parseIncomingPayload } from "./sdk-schemas.ts";

type Data = Readonly<Record<string, unknown>>;

/** An Activity's page that does not use the library. The SDK's own schemas parse all received messages. */
export interface ActivityPage {
  /** The received payloads, oldest first. */
  readonly came: readonly { readonly cmd: string; readonly evt: string | null; readonly data: Data }[];
  /** Why the page was closed, or undefined while it is open. */
  readonly closed: () => { readonly code: number; readonly message?: string } | undefined;
  /** Runs a command and returns the response data. */
  readonly run: (cmd: string, args?: unknown, evt?: string) => Promise<Data>;
  /** Returns the error of a command that is expected to fail. */
  readonly refusal: (cmd: string, args?: unknown, evt?: string) => Promise<Data>;
  readonly received: (evt: string) => readonly Data[];
  readonly send: (message: unknown) => void;
  readonly leave: () => void;
  /** How often the page was notified that no more messages will arrive. */
  readonly ended: () => number;
}

/** Opens a page in a window and, by default, performs the handshake. */
export function openActivityPage(window: ActivityWindow, shakesHands = true): ActivityPage {
  const came: { cmd: string; evt: string | null; data: Data }[] = [];
  const waiting = new Map<string, (payload: { evt: string | null; data: Data }) => void>();
  let closed: { code: number; message?: string } | undefined;
  let ended = 0;
  const take = (message: ActivityMessage) => {
    const [opcode, payload] = JSON.parse(JSON.stringify(message)) as ActivityMessage;
    if (opcode === ActivityOpcode.Close) closed = ClosePayload.parse(payload);
    if (opcode !== ActivityOpcode.Frame) return;
    const read = parseIncomingPayload(payload);
    came.push(read);
    waiting.get(read.nonce ?? "")?.(read);
  };
  const relay = window.connect(take, () => (ended += 1));
  let nonce = 0;
  const ask = (cmd: string, args: unknown, evt: string | undefined) => {
    nonce += 1;
    const answered = new Promise<{ evt: string | null; data: Data }>((resolve) => {
      waiting.set(String(nonce), resolve);
    });
    relay.receive([ActivityOpcode.Frame, { cmd, args, evt, nonce: String(nonce) }]);
    return answered;
  };
  if (shakesHands) relay.receive([ActivityOpcode.Handshake, handshakeOf(window)]);
  return {
    came,
    closed: () => closed,
    run: async (cmd, args, evt) => {
      const answer = await ask(cmd, args, evt);
      if (answer.evt === "ERROR") throw new Error(JSON.stringify(answer.data));
      return answer.data;
    },
    refusal: async (cmd, args, evt) => {
      const answer = await ask(cmd, args, evt);
      if (answer.evt !== "ERROR") throw new Error(`${cmd} was not rejected`);
      return answer.data;
    },
    received: (evt) => came.filter((one) => one.evt === evt).map(({ data }) => data),
    send: (message) => relay.receive(message),
    leave: () => relay.close(),
    ended: () => ended,
  };
}

export function handshakeOf({ application, id }: ActivityWindow): Readonly<Record<string, unknown>> {
  return { v: 1, encoding: "json", client_id: application.id, frame_id: id, sdk_version: "2.5.0" };
}
