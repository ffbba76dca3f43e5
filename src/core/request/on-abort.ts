interface Following {
  readonly stops: Set<() => void>;
  readonly listener: () => void;
}

const followed = new WeakMap<AbortSignal, Following>();

/**
 * Calls `stop` once when `signal` is aborted. However much follows one signal, it has one listener: of the eleventh Node
 * would warn on the game's console, and fifty guilds at once are nothing unusual.
 *
 * @returns what ends that; the last one leaves nothing behind at the signal.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const following = followed.get(signal) ?? follow(signal);
  const { stops, listener } = following;
  const mine = () => stop();
  stops.add(mine);
  return () => {
    stops.delete(mine);
    if (stops.size > 0 || followed.get(signal) !== following) return;
    followed.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function follow(signal: AbortSignal): Following {
  const stops = new Set<() => void>();
  const listener = () => {
    for (const stop of stops) stop();
  };
  const following = { stops, listener };
  followed.set(signal, following);
  signal.addEventListener("abort", listener, { once: true });
  return following;
}
