// The page's side of the stand-in. `mainWorld` runs in the page's own world, and `preloadWorld` in an isolated world, where it
// runs the preload script. Both run before the page's scripts. They share only the DOM, so they exchange strings in events whose
// names the page does not know. Each function is embedded as text.

/**
 * Builds the APIs that `contextBridge` exposes.
 *
 * @param {string} secret
 * @param {<T>(value: T) => T} electronClone
 */
export function mainWorld(secret, electronClone) {
  const window = /** @type {any} */ (globalThis);
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const pending = new Map();
  /** @type {Map<number, Function>} */
  const callbacks = new Map();
  let count = 0;
  /** @type {any} */
  let reply;
  const send = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    window.dispatchEvent(new CustomEvent(`${secret}-${name}`, { detail: JSON.stringify(value) }));
  const receive = (/** @type {string} */ name, /** @type {(value: any) => void} */ use) =>
    window.addEventListener(`${secret}-${name}`, (/** @type {CustomEvent} */ event) =>
      use(JSON.parse(event.detail)),
    );
  const proxy =
    (/** @type {number} */ target) =>
    (/** @type {unknown[]} */ ...args) => {
      const sent = args.map((arg) => {
        if (typeof arg !== "function") return { value: electronClone(arg) };
        count += 1;
        callbacks.set(count, arg);
        return { callback: count };
      });
      count += 1;
      const id = count;
      send("call", { id, target, args: sent });
      if ("error" in reply) throw new Error(reply.error);
      if (!reply.isPromise) return reply.value;
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    };
  receive("expose", ({ name, functions }) => {
    const api = Object.fromEntries(
      Object.entries(functions).map(([key, target]) => [key, proxy(/** @type {number} */ (target))]),
    );
    Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true });
  });
  receive("reply", (value) => (reply = value));
  receive("settle", ({ id, value, error }) => {
    const { resolve, reject } = pending.get(id) ?? {};
    pending.delete(id);
    if (error === undefined) resolve?.(value);
    else reject?.(new Error(error));
  });
  receive("callback", ({ callback, args }) => callbacks.get(callback)?.(...args));
}

/**
 * Runs a preload script with Electron's modules.
 *
 * @param {string} secret
 * @param {<T>(value: T) => T} electronClone
 * @param {(require: unknown, process: unknown, exports: object) => void} preload
 */
export function preloadWorld(secret, electronClone, preload) {
  const window = /** @type {any} */ (globalThis);
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const pending = new Map();
  /** @type {Map<string, Set<(event: object, ...args: unknown[]) => void>>} */
  const listeners = new Map();
  /** @type {Function[]} */
  const functions = [];
  let count = 0;
  const send = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    window.dispatchEvent(new CustomEvent(`${secret}-${name}`, { detail: JSON.stringify(value) }));
  const ipcRenderer = {
    invoke: (/** @type {string} */ channel, /** @type {unknown[]} */ ...args) => {
      const copy = electronClone(args);
      count += 1;
      const id = count;
      const settled = new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
      // JSON has no undefined.
      window.slashpassIpc(
        JSON.stringify({ id, channel, args: copy.map((/** @type {unknown} */ value) => ({ value })) }),
      );
      return settled;
    },
    on: (
      /** @type {string} */ channel,
      /** @type {(event: object, ...args: unknown[]) => void} */ listener,
    ) => listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener)),
  };
  const contextBridge = {
    exposeInMainWorld: (/** @type {string} */ name, /** @type {Record<string, Function>} */ api) => {
      const entries = Object.entries(api).map(([key, value]) => {
        if (typeof value !== "function") throw new Error("The stand-in exposes only functions.");
        return [key, functions.push(value) - 1];
      });
      send("expose", { name, functions: Object.fromEntries(entries) });
    },
  };
  window.addEventListener(`${secret}-call`, (/** @type {CustomEvent} */ event) => {
    const { id, target, args } = JSON.parse(event.detail);
    const given = args.map((/** @type {any} */ arg) =>
      "callback" in arg
        ? (/** @type {unknown[]} */ ...values) =>
            send("callback", { callback: arg.callback, args: electronClone(values) })
        : arg.value,
    );
    try {
      const result = functions[target]?.(...given);
      if (!(result instanceof Promise)) return void send("reply", { value: electronClone(result) });
      send("reply", { isPromise: true });
      result.then(
        (value) => send("settle", { id, value: electronClone(value) }),
        (error) => send("settle", { id, error: error.message }),
      );
    } catch (error) {
      send("reply", { error: /** @type {Error} */ (error).message });
    }
  });
  /** Called by the main process. */
  Object.assign(globalThis, {
    electronStandIn: {
      settle: (/** @type {number} */ id, /** @type {any} */ { value, error }) => {
        const { resolve, reject } = pending.get(id) ?? {};
        pending.delete(id);
        if (error === undefined) resolve?.(value);
        else reject?.(new Error(error));
      },
      receive: (/** @type {string} */ channel, /** @type {unknown} */ message) => {
        for (const listener of listeners.get(channel) ?? []) listener({}, message);
      },
      invoke: ipcRenderer.invoke,
    },
  });
  // Electron runs preload scripts only in the top frame.
  if (window.top !== window) return;
  const require = (/** @type {string} */ name) => {
    if (name !== "electron") throw new Error(`module not found: ${name}`);
    return { contextBridge, ipcRenderer };
  };
  preload(require, { contextIsolated: true, isMainFrame: true, sandboxed: true }, {});
}
