import { onTestFinished, vi } from "vitest";

/** A module of the process, as Vitest keeps it. */
interface KeptModule {
  promise: unknown;
  exports: unknown;
  evaluated: boolean;
  importers: Set<string>;
}

/**
 * What the test imports from now on is loaded anew. When it has ended, the process has back what it had loaded before: else
 * every file after it would load all of it once more.
 */
export function loadModulesAnew(): void {
  const loaded = keptModules().map((module) => ({ module, state: stateOf(module) }));
  vi.resetModules();
  onTestFinished(() => {
    // What was loaded for the first time refers to the new ones.
    vi.resetModules();
    for (const { module, state } of loaded) Object.assign(module, state);
  });
}

/** All but mocks, which belong to `vi.doMock`. */
function keptModules(): KeptModule[] {
  const { __vitest_worker__: worker } = globalThis as unknown as {
    __vitest_worker__: { evaluatedModules: { idToModuleMap: Map<string, KeptModule> } };
  };
  const { idToModuleMap } = worker.evaluatedModules;
  return [...idToModuleMap].flatMap(([id, module]) => (id.startsWith("mock:") ? [] : module));
}

function stateOf({ promise, exports, evaluated, importers }: KeptModule): KeptModule {
  return { promise, exports, evaluated, importers: new Set(importers) };
}
