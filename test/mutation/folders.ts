/** The folders of `src` that are mutated, each with what tests it beside the unit tests of its own folder. */
export const folders: Readonly<Record<string, readonly string[]>> = {
  authorization: ["client.doors.test.ts"],
  "commands/plan": [],
  "commands/rules": ["emulator/api/commands.rules.test.ts"],
  "commands/use": [],
  "emulator/commands": ["emulator/api/commands.test.ts", "emulator/api/permissions.test.ts"],
  "emulator/interactions": [],
  "emulator/oauth": [],
  "interactions/endpoint": ["interactions/handler.test.ts"],
  token: ["client.tokens.test.ts"],
};

/** The tests that a mutant of `folder` is tried with. */
export function testsOf(folder: string): string[] {
  return [folder, ...(folders[folder] ?? [])].map((path) =>
    path.endsWith(".ts") ? `test/unit/${path}` : `test/unit/${path}/**/*.test.ts`,
  );
}
