import { describe, expect, it } from "vitest";
import { runProgram } from "../../setup/child-process.ts";
import { goPath, needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { openBot } from "../setup/bot.ts";
import { scriptProgram } from "../setup/other-languages.ts";

describe("net/http and gorilla/websocket", needs("Go's websocket"), () => {
  it("registers a command, connects and responds to the command over the gateway", async () => {
    await using bot = await openBot("base-url");
    const ada = bot.emulator.player("Ada", { guild: "Divers" });
    const folder = temporaryFolder();
    const env = {
      ...process.env,
      HOME: folder,
      GOCACHE: `${folder}/cache`,
      GOPATH: goPath(),
      GO111MODULE: "off",
    };
    let used: ReturnType<typeof ada.use> | undefined;
    const program = scriptProgram("go/bot.go", `${bot.api}/v10`, bot.application.botToken);
    const ended = await runProgram(...program, {
      env,
      limitMs: 60_000,
      respond: (printed) => {
        if (/^ready .*\n/m.test(printed)) used ??= ada.use("dive", { depth: 30 });
      },
    });
    const [, ready = "{}"] = /^ready (.*)$/m.exec(ended.stdout) ?? [];
    expect(JSON.parse(ready), ended.stderr).toEqual({ user: "Reef", commands: ["dive"] });
    expect(ended.stdout).toContain("interval true");
    const { messages } = (await used) ?? expect.unreachable();
    expect(messages.map(({ content }) => content)).toEqual(["ada is 30 m deep."]);
    expect(ended.status).toBe(0);
  });
});
