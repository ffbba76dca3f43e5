import { validationError } from "../errors.ts";

/** Where the loopback redirect listens. */
export interface LoopbackOptions {
  /**
   * Port to listen on, 1 to 65535. Leave it out: any free port is taken, and the service accepts every port on the
   * loopback interface (RFC 8252 §7.3).
   */
  readonly port?: number | undefined;
  /** Which address is tried first, 127.0.0.1 or ::1. Default `ipv4`. */
  readonly prefer?: "ipv4" | "ipv6" | undefined;
}

/** Where to listen: the hosts in order, and the port, 0 for any free one. */
export interface LoopbackPlace {
  readonly hosts: readonly ["127.0.0.1", "::1"] | readonly ["::1", "127.0.0.1"];
  readonly port: number;
}

/** @throws ClientError `invalid_port` or `invalid_preference` (ValidationError). */
export function parsePlace({ port, prefer }: LoopbackOptions): LoopbackPlace {
  if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) {
    throw validationError(
      "invalid_port",
      "The port for the redirect is not a whole number from 1 to 65535.",
      "Leave it out: any free port is taken.",
    );
  }
  if (prefer !== undefined && prefer !== "ipv4" && prefer !== "ipv6") {
    throw validationError("invalid_preference", 'The preferred address is neither "ipv4" nor "ipv6".');
  }
  return { hosts: prefer === "ipv6" ? ["::1", "127.0.0.1"] : ["127.0.0.1", "::1"], port: port ?? 0 };
}
