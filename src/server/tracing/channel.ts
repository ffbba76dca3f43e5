/** Publishes what happens to subscribers of `node:diagnostics_channel`. */
export interface Channel<T> {
  readonly name: string;
  /** @param describe - makes the payload; not called while nobody listens. It may hold no secret. */
  publish(describe: () => T): void;
}

/** What is used of `node:diagnostics_channel`. */
interface NodeChannel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

interface ChannelModule {
  channel(name: string): NodeChannel;
}

/** @param name - as listeners know it: `slashpass:token:refresh`. */
export function createChannel<T>(name: string): Channel<T> {
  // Looked for at first use: nothing is resolved at import.
  let found: NodeChannel | null | undefined;
  return {
    name,
    publish(describe) {
      found ??= findChannels()?.channel(name) ?? null;
      if (!found?.hasSubscribers) return;
      // Node keeps what a listener throws from us, and reports it as uncaught: that is the listener's own affair.
      found.publish(describe());
    },
  };
}

/** The module where there is one: not imported, so that bundles for other runtimes know nothing of it. */
function findChannels(): ChannelModule | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.("node:diagnostics_channel") as ChannelModule | undefined;
}
