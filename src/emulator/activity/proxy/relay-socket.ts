import type { RawData, WebSocket } from "ws";
import { guarded } from "../../../core/check/callback.ts";
import { isObject } from "../../../core/check/readers.ts";
import { parseForeignJson } from "../../../core/check/foreign-text.ts";
import type { ActivityFrame, Relay } from "../frame.ts";

/** How much may wait to be read by a page: a page with more waiting is not reading. */
const mostUnreadBytes = 16 * 1024 * 1024;

/**
 * Carries the messages of an Activity between its frame and the page that holds it: lists are the Activity's. Objects tell
 * the page of problems, and the emulator of a page that was loaded in the place of another.
 */
export function relaySocket(socket: WebSocket, frame: ActivityFrame): void {
  const send = (message: unknown) => {
    socket.send(JSON.stringify(message));
    if (socket.bufferedAmount > mostUnreadBytes) socket.terminate();
  };
  let connections = 0;
  const connect = (): Relay => {
    connections += 1;
    const own = connections;
    return frame.connect(send, () => {
      if (own === connections)
        socket.close(1000, "This window of the Activity was closed, or opened elsewhere.");
    });
  };
  let relay = connect();
  const deafen = frame.problems.listen(send);
  for (const problem of frame.problems.all) send(problem);
  const take = (data: RawData, isBinary: boolean) => {
    const message = isBinary ? undefined : read((data as Buffer).toString());
    if (Array.isArray(message)) relay.receive(message);
    else if (isObject(message) && message["page"] === "new") relay = connect();
    else socket.close(1003, "A message is a list of an opcode and a payload, as JSON.");
  };
  const end = () => {
    deafen();
    connections += 1;
    relay.close();
  };
  const fail = () => socket.close(1011, "The emulator could not deal with this message.");
  socket.on("message", guarded(take, fail));
  socket.on("close", guarded(end, fail));
  // An answer that is not a WebSocket ends the request by itself.
  socket.on("error", () => undefined);
}

function read(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}
