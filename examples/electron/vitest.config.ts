import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests run in Node.js. In this project and in slashpass, they replace Electron with test/electron.ts.
export default defineConfig({
  test: {
    alias: { electron: fileURLToPath(new URL("test/electron.ts", import.meta.url)) },
    include: ["test/**/*.test.ts"],
    server: { deps: { inline: [/\/slashpass\/dist\/electron\//] } },
  },
});
