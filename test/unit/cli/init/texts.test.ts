import { describe, expect, it } from "vitest";
import { handlerText } from "../../../../src/cli/init/handler-file.ts";
import { configText, firstCommandsText } from "../../../../src/cli/init/write-files.ts";

const config = {
  environments: {
    development: { applicationId: "1400000000000000001", guildId: "1400000000000000002" },
    production: { applicationId: "1400000000000000003", protected: true },
  },
  defaultEnvironment: "development",
  commands: "./commands.mjs",
};

describe.each(["mjs", "json", "ts"] as const)("the files in %s", (format) => {
  it("match their snapshots", async () => {
    await expect(configText(config, format)).toMatchFileSnapshot(
      `../../../golden/program/init/slashpass.config.${format}.txt`,
    );
    await expect(firstCommandsText(format)).toMatchFileSnapshot(
      `../../../golden/program/init/commands.${format}.txt`,
    );
    await expect(handlerText(format, `commands.${format}`)).toMatchFileSnapshot(
      `../../../golden/program/init/handler.${format}.txt`,
    );
  });
});
