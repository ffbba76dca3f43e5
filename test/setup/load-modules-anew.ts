import { onTestFinished, vi } from "vitest";

/** A module in Vitest's module cache. */
interface CachedModule {
  promise: unknown;
  exports: unknown;
  evaluated: boolean;
  importers: Set<string>;
}

/**
 * Reloads modules that the test imports from now on. Restores the previous ones after the test, so later files need not load them
 * all again.
 */
export function loadModulesAnew(): void {
  const loaded = cachedModules().map((module) => ({ module, state: stateOf(module) }));
  vi.resetModules();
  onTestFinished(() => {
    // Modules loaded for the first time refer to the reloaded ones.
    vi.resetModules();
    for (const { module, state } of loaded) Object.assign(module, state);
  });
}

/** Excludes mocks, which `vi.doMock` manages. */
function cachedModules(): CachedModule[] {
  const { __vitest_worker__: worker } = globalThis as unknown as {
    __vitest_worker__: { evaluatedModules: { idToModuleMap: Map<string, CachedModule> } };
  };
  const { idToModuleMap } = worker.evaluatedModules;
  return [...idToModuleMap].flatMap(([id, module]) => (id.startsWith("mock:") ? [] : module));
}

function stateOf({ promise, exports, evaluated, importers }: CachedModule): CachedModule {
  return { promise, exports, evaluated, importers: new Set(importers) };
}
