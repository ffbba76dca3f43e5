import * as fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    propertySeed: number;
  }
}

/** Has all properties of the process begin from the run's seed. */
export function seedProperties(): void {
  fc.configureGlobal({ seed: inject("propertySeed") });
}
