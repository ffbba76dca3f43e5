import { fields } from "../../core/check/fields.ts";
import { type Reader, oneOf, optional, whole } from "../../core/check/readers.ts";

/** The address and ports of the loopback redirect. */
export interface LoopbackOptions {
  /**
   * Port to listen on, 1 to 65535. Default: any free port, since the service accepts all ports on the loopback interface (RFC
   * 8252 §7.3). A fixed port is released when the player has seen the page; on other ports a reload still shows the page for a
   * minute.
   */
  readonly port?: number | undefined;
  /** The address to try first: 127.0.0.1 or ::1. Default `ipv4`. */
  readonly prefer?: "ipv4" | "ipv6" | undefined;
}

/** Fails with `invalid_port`, `invalid_preference`, `invalid_argument` or `unknown_option`. */
export const readLoopbackOptions: Reader<LoopbackOptions> = fields<LoopbackOptions>({
  port: optional(whole(1, 65_535, "invalid_port")),
  prefer: optional(oneOf(["ipv4", "ipv6"], "invalid_preference")),
});

export function parsePlace(options: LoopbackOptions): LoopbackPlace {
  const { port = 0, prefer } = readLoopbackOptions(options, "loopback");
  return { hosts: prefer === "ipv6" ? ["::1", "127.0.0.1"] : ["127.0.0.1", "::1"], port };
}

/** Port 0 is any free port. */
export interface LoopbackPlace {
  readonly hosts: readonly ["127.0.0.1", "::1"] | readonly ["::1", "127.0.0.1"];
  readonly port: number;
}
