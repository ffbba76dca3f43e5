import { onTestFinished } from "vitest";

/** Until the test ends, what asks for the system is told this one. The system itself stays what it is. */
export function asPlatform(platform: NodeJS.Platform): void {
  const real = process.platform;
  onTestFinished(() => void Object.defineProperty(process, "platform", { value: real }));
  Object.defineProperty(process, "platform", { value: platform });
}
