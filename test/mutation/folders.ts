/** The directories of `src` that are mutated, each with tests in addition to the directory's own unit tests. */
export const folders: Readonly<Record<string, readonly string[]>> = {
  "sign-in": ["client.doors.test.ts"],
  "commands/plan": [],
  "commands/rules": ["emulator/resources/commands.rules.test.ts"],
  "commands/use": [],
  "emulator/state": ["emulator/resources/commands.test.ts", "emulator/resources/permissions.test.ts"],
  "emulator/player": [],
  "emulator/oauth": [],
  "interactions/endpoint": ["interactions/handler.test.ts"],
  tokens: ["client.tokens.test.ts"],
};

export function testsOf(folder: string): string[] {
  return [folder, ...(folders[folder] ?? [])].map((path) =>
    path.endsWith(".ts") ? `test/unit/${path}` : `test/unit/${path}/**/*.test.ts`,
  );
}
