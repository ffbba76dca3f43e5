import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests run in Node.js, with test/electron.ts replacing Electron both in this project and in slashpass.
export default defineConfig({
  test: {
    alias: { electron: fileURLToPath(new URL("test/electron.ts", import.meta.url)) },
    include: ["test/**/*.test.ts"],
    server: { deps: { inline: [/\/slashpass\/dist\/electron\//] } },
  },
});
