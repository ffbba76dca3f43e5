import { describe, expect, it } from "vitest";
import { NoPresence } from "../../../src/presence/transport.ts";
import {
  type Answer,
  answering,
  type Ends,
  fakeDesktopClient,
  ready,
  refusal,
  showing,
} from "../../setup/fake-desktop-client.ts";
import { connectPresence, presenceContract, type PresenceHost } from "../../setup/presence-contract.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const applicationId = "1234567890123456789";
const { signal } = new AbortController();

interface Arguments {
  readonly activity?: { readonly type: number; readonly details?: string };
}

/** Starts a desktop client that is independent of the emulator. */
async function startStandIn(): Promise<PresenceHost> {
  let details: string | undefined;
  let answered = "";
  let game: Ends | undefined;
  const dispatch = (evt: string, data: object) => game?.send(1, { cmd: "DISPATCH", evt, data, nonce: null });
  const respond: Answer = ({ opcode, payload: { cmd, evt = null, args, nonce } }, ends) => {
    const send = (data: unknown, event: unknown = null) => ends.send(1, { cmd, evt: event, data, nonce });
    if (opcode === 0) {
      game = ends;
      ends.socket.on("close", () => (details = undefined));
      return ends.send(1, ready);
    }
    const { activity } = args as Arguments;
    if (cmd === "SUBSCRIBE") return send({ evt });
    if (cmd === "SEND_ACTIVITY_JOIN_INVITE") answered = "accept";
    else if (cmd === "CLOSE_ACTIVITY_JOIN_REQUEST") answered = "decline";
    else if (cmd !== "SET_ACTIVITY") return send(refusal, "ERROR");
    else if (activity?.type === 1) return send({ code: 4000, message: "must be one of 0, 2, 3, 5" }, "ERROR");
    else details = activity?.details;
    return send(activity ?? null);
  };
  const { path } = await fakeDesktopClient(respond);
  return {
    socketPath: path,
    applicationId,
    details: () => details,
    join: (secret) => dispatch("ACTIVITY_JOIN", { secret }),
    askToJoin() {
      dispatch("ACTIVITY_JOIN_REQUEST", { user: { id: "7", username: "grace", global_name: "Grace" } });
      return () => answered;
    },
    restart: async () => game?.socket.destroy(),
  };
}

describe("a desktop client", () => {
  presenceContract(startStandIn);
});

async function connectTo(answer: Answer) {
  const { path: socketPath } = await fakeDesktopClient(answer);
  return connectPresence({ socketPath, applicationId });
}

describe("desktopClientPresence", () => {
  it("sends the game's process id", async () => {
    const client = await fakeDesktopClient(showing(answering({})));
    const connection = await connectPresence({ socketPath: client.path, applicationId });
    await connection.setActivity({ type: 0 }, signal);
    await connection.setActivity(undefined, signal);
    expect(client.sent.slice(-2).map(({ payload }) => payload["args"])).toEqual([
      { pid: process.pid, activity: { type: 0 } },
      { pid: process.pid },
    ]);
  });

  it("reports that no desktop client is running", async () => {
    const connecting = connectPresence({ socketPath: `${temporaryFolder()}/discord-ipc-0`, applicationId });
    await expect(connecting).rejects.toMatchObject({
      isAbsence: true,
      message: "no desktop client is running",
    });
  });

  it("reports a client that refuses the connection", async () => {
    const connecting = connectTo((_sent, { send }) => send(2, { code: 4002, message: "Rate limited" }));
    await expect(connecting).rejects.toMatchObject({
      isAbsence: false,
      message: expect.stringContaining("it accepts at most two connections per minute (4002)") as unknown,
    });
  });

  it("shows the activity in a client that rejects subscriptions", async () => {
    const answer = showing(answering({}));
    const connection = await connectTo((sent, ends) =>
      sent.payload["cmd"] === "SUBSCRIBE" ? answering(refusal, "ERROR")(sent, ends) : answer(sent, ends),
    );
    await expect(connection.setActivity({ type: 0 }, signal)).resolves.toBeUndefined();
  });

  it("stops waiting for a client that does not respond", async () => {
    const connection = await connectTo(showing(() => undefined));
    const controller = new AbortController();
    const setting = connection.setActivity({ type: 0 }, controller.signal);
    controller.abort(new Error("no longer"));
    await expect(setting).rejects.toThrow("no longer");
  });

  it("reports a client that disconnects during an update", async () => {
    const connection = await connectTo(showing((_sent, { socket }) => socket.destroy()));
    await expect(connection.setActivity({ type: 0 }, signal)).rejects.toBeInstanceOf(NoPresence);
    expect(connection.ended.aborted).toBe(true);
  });

  it.each([
    ["ACTIVITY_JOIN", null],
    ["ACTIVITY_JOIN", { secret: 7 }],
    ["ACTIVITY_JOIN", { secret: "a".repeat(129) }],
    ["ACTIVITY_JOIN_REQUEST", { user: null }],
    ["ACTIVITY_JOIN_REQUEST", { user: { id: "x", username: "grace" } }],
    ["ACTIVITY_JOIN_REQUEST", { user: { id: "7", username: { length: 1 } } }],
  ])("ignores the event %s with %j", async (evt, data) => {
    const heard: unknown[] = [];
    const hear = (value: unknown) => void heard.push(value);
    const answer = showing((sent, ends) => {
      ends.send(1, { cmd: "DISPATCH", evt, data, nonce: null });
      answering({})(sent, ends);
    });
    const { path: socketPath } = await fakeDesktopClient(answer);
    const connection = await connectPresence(
      { socketPath, applicationId },
      { onJoin: hear, onJoinRequest: hear },
    );
    await connection.setActivity({ type: 0 }, signal);
    expect(heard).toEqual([]);
  });
});
