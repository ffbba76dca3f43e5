type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that are meant for the game and break other programs: Steam preloads its overlay, an AppImage sets library paths, and
 * Electron and Node.js read the last four. Keep in sync with `native/system/child_environment.h`.
 */
const gameOnly =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ASAR|NODE_OPTIONS|NODE_PATH)$/i;

/**
 * Original values, saved by launchers and listed with the outermost launcher last. AppImage's `exec` hook saves
 * `APPIMAGE_ORIGINAL_*`, `steam.sh` saves `SYSTEM_*` (pressure-vessel-unruntime(1)), and Electron saves the desktop's name.
 * `SYSTEM_PATH` is left out because Steam saves it outside the game's container.
 */
const originals: readonly RegExp[] = [
  /^ORIGINAL_(XDG_CURRENT_DESKTOP)$/,
  /^APPIMAGE_ORIGINAL_(\w+)$/,
  /^SYSTEM_(LD_PRELOAD|LD_LIBRARY_PATH)$/,
];

/** If Steam starts an AppImage, the saved value contains Steam's overlay. */
const overlay = "gameoverlayrenderer";

/** Returns the environment with the game's loader variables removed and the saved originals restored. */
export function childEnvironment(env: Environment = process.env): Record<string, string | undefined> {
  const child = Object.fromEntries(Object.entries(env).filter(([name]) => !gameOnly.test(name)));
  for (const pattern of originals) {
    for (const [saved, value] of Object.entries(env)) {
      const name = pattern.exec(saved)?.[1];
      if (name === undefined) continue;
      if (!value || value.includes(overlay)) delete child[name];
      else child[name] = value;
    }
  }
  return child;
}
