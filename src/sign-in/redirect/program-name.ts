/** Programs that run a game and are not it. */
const runtime = /^(node(js)?|bun|deno|electron)[\d.-]*$/i;
const extension = /\.(exe|x86_64|x64|x86|arm64|appimage|bin)$/i;

/**
 * What the player started, by the name of its file: a packed game's is the game's own, such as `Lunar Rally.exe`. Undefined
 * where that is a runtime, which says nothing of the game.
 */
export function programName(path: string): string | undefined {
  const name = path.replace(/^.*[\\/]/, "").replace(extension, "");
  return name === "" || runtime.test(name) ? undefined : name;
}
