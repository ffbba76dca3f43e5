import { onTestFinished } from "vitest";

/** Changes `process.platform` until the test ends. The system itself does not change. */
export function asPlatform(platform: NodeJS.Platform): void {
  const real = process.platform;
  onTestFinished(() => void Object.defineProperty(process, "platform", { value: real }));
  Object.defineProperty(process, "platform", { value: platform });
}
