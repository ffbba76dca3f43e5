type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that a game's launcher or runtime sets for the game, and that break other programs: Steam preloads its overlay, an
 * AppImage sets its own libraries, and Electron and Node read the last four. `native/system/child_environment.h` has the same list.
 */
const gameOnly =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ASAR|NODE_OPTIONS|NODE_PATH)$/i;

/**
 * The original values that launchers save, the outermost launcher last: AppImage's `exec` hook saves `APPIMAGE_ORIGINAL_*`,
 * `steam.sh` saves `SYSTEM_*` (pressure-vessel-unruntime(1)), and Electron saves the desktop's name. `SYSTEM_PATH` is not
 * restored: Steam saves it outside of the container that the game may run in.
 */
const originals: readonly RegExp[] = [
  /^ORIGINAL_(XDG_CURRENT_DESKTOP)$/,
  /^APPIMAGE_ORIGINAL_(\w+)$/,
  /^SYSTEM_(LD_PRELOAD|LD_LIBRARY_PATH)$/,
];

/** An AppImage that Steam starts saves Steam's overlay as an original. */
const overlay = "gameoverlayrenderer";

/** The environment for a program that is not the game's own: without the game's loader variables, with the saved originals. */
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
