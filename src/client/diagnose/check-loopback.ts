import { type AddressInfo, connect } from "node:net";
import { guarded } from "../../core/check/guarded.ts";
import { openListener } from "../../sign-in/redirect/loopback-listener.ts";
import { type CheckContext, hostOf } from "./context.ts";
import { finding, type Finding } from "./finding.ts";

/** Listens as a sign-in does, and connects to it as the browser does. */
export async function checkLoopback({ place }: CheckContext, signal: AbortSignal): Promise<Finding> {
  const { authority, server, close } = await openListener(place);
  try {
    const { address, port } = server.address() as AddressInfo;
    await connectTo(address, port, signal);
    const wanted = hostOf(place);
    const host = new URL(`http://${authority}`).hostname;
    if (host === wanted) return finding("ok", `${wanted} accepts connections at ${portOf(place.port)}.`);
    return finding(
      "warning",
      `This machine cannot listen at ${wanted}, but it can at ${host}.`,
      `Register the redirect URI http://${host}/callback too.`,
    );
  } catch {
    return finding(
      "failure",
      `A port of ${authority} was opened, but no connection to it succeeded.`,
      "Allow connections from this machine to itself: a firewall or a security program may forbid them.",
    );
  } finally {
    await close();
  }
}

function portOf(port: number): string {
  return port === 0 ? "any free port" : `port ${port}`;
}

function connectTo(host: string, port: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const connected = () => {
      socket.destroy();
      resolve();
    };
    const socket = connect({ host, port, signal }, guarded(connected, reject));
    socket.on("error", reject);
  });
}
