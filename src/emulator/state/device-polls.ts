import { Recent } from "../base/recent.ts";
/** The authorization server itself does not limit polls (RFC 8628 §3.5). */
export class DevicePolls {
  readonly intervalSeconds: number;
  readonly #now: () => number;
  readonly #devices = new Recent<string, { asked: number; interval: number }>();

  constructor(intervalSeconds: number, now: () => number) {
    this.intervalSeconds = intervalSeconds;
    this.#now = now;
  }

  /** Each early poll extends the interval by 5 seconds. */
  isTooEarly(deviceCode: string): boolean {
    const known = this.#devices.get(deviceCode);
    const asked = this.#now();
    const interval = known?.interval ?? this.intervalSeconds;
    // Allow for imprecise timers and network delays.
    const toleranceMs = Math.max(interval * 100, 100);
    const isEarly = known !== undefined && asked - known.asked < interval * 1000 - toleranceMs;
    this.#devices.set(deviceCode, { asked, interval: isEarly ? interval + 5 : interval });
    return isEarly;
  }
}
