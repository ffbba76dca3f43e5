import type { WebSocket } from "ws";
import { isObject } from "../../input/readers.ts";
import type { ActivityFrame, Relay } from "../activity/frame.ts";

/**
 * Carries the messages of an Activity between its frame and the page that holds it: lists are the Activity's. Objects tell
 * the page of problems, and the emulator of a page that was loaded in the place of another.
 */
export function relaySocket(socket: WebSocket, frame: ActivityFrame): void {
  const send = (message: unknown) => socket.send(JSON.stringify(message));
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
  socket.on("message", (data, isBinary) => {
    const message = isBinary ? undefined : read((data as Buffer).toString());
    if (Array.isArray(message)) relay.receive(message);
    else if (isObject(message) && message["page"] === "new") relay = connect();
    else socket.close(1003, "A message is a list of an opcode and a payload, as JSON.");
  });
  socket.on("close", () => {
    deafen();
    connections += 1;
    relay.close();
  });
  // An answer that is not a WebSocket ends the request by itself.
  socket.on("error", () => undefined);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
