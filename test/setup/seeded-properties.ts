import * as fc from "fast-check";
import { inject } from "vitest";

fc.configureGlobal({ seed: inject("propertySeed") });

declare module "vitest" {
  interface ProvidedContext {
    propertySeed: number;
  }
}
