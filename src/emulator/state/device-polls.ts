import { Recent } from "../base/recent.ts";
/** Refuses devices that ask for their token too often (RFC 8628 §3.5); the authorization server does not. */
export class DevicePolls {
  /** Seconds between two polls, as the answer to the device says. */
  readonly intervalSeconds: number;
  readonly #now: () => number;
  readonly #devices = new Recent<string, { asked: number; interval: number }>();

  /** @param now - milliseconds since 1970. */
  constructor(intervalSeconds: number, now: () => number) {
    this.intervalSeconds = intervalSeconds;
    this.#now = now;
  }

  /** Counts a question; true when it comes too early, and the device has to wait 5 seconds longer from now on. */
  isTooEarly(deviceCode: string): boolean {
    const known = this.#devices.get(deviceCode);
    const asked = this.#now();
    const interval = known?.interval ?? this.intervalSeconds;
    // Timers and the network are not exact.
    const toleranceMs = Math.max(interval * 100, 100);
    const isEarly = known !== undefined && asked - known.asked < interval * 1000 - toleranceMs;
    this.#devices.set(deviceCode, { asked, interval: isEarly ? interval + 5 : interval });
    return isEarly;
  }
}
