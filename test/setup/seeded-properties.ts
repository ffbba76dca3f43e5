import * as fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    propertySeed: number;
  }
}

export function seedProperties(): void {
  fc.configureGlobal({ seed: inject("propertySeed") });
}
