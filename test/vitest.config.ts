import { defineConfig } from "vitest/config";

const root = new URL("..", import.meta.url).pathname;

/** Unit tests run in threads and never load the addon; the others get a process of their own. */
export default defineConfig({
  root,
  test: {
    reporters: process.env["CI"] ? ["default", "json"] : ["default"],
    outputFile: { json: "build/test-results/vitest.json" },
    projects: [
      {
        root,
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          pool: "threads",
          setupFiles: ["test/setup/loopback-only.ts"],
        },
      },
      {
        root,
        test: { name: "native", include: ["test/native/**/*.test.ts"], pool: "forks", testTimeout: 30_000 },
      },
      {
        root,
        test: {
          name: "flow",
          include: ["test/flow/**/*.test.ts"],
          pool: "forks",
          testTimeout: 30_000,
          setupFiles: ["test/setup/loopback-only.ts"],
        },
      },
      {
        root,
        test: {
          name: "package",
          include: ["test/package/**/*.test.ts"],
          pool: "forks",
          testTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "tsconfig.json",
          },
        },
      },
    ],
  },
});
