import { describe, expect, it } from "vitest";
import { runProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { openBot } from "../setup/bot.ts";
import { scriptProgram } from "../setup/other-languages.ts";
import { startServiceFront } from "../setup/service-front.ts";

describe("discord.py", needs("a network namespace", "discord.py"), () => {
  it("connects with zlib-stream, reads its guild, registers a command and responds to it", async () => {
    await using bot = await openBot("base-url");
    const front = await startServiceFront(bot.emulator.webBase);
    const application = bot.emulator.addApplication({
      name: "Diver",
      guilds: ["11"],
      privilegedIntents: true,
    });
    const ada = bot.emulator.player("Ada", { application, guild: "11" });
    let used: ReturnType<typeof ada.use> | undefined;
    const ended = await runProgram(...scriptProgram("python/bot.py", application.botToken), {
      limitMs: 25_000,
      respond: (printed, type) => {
        if (/^ready .*\n/m.test(printed)) used ??= ada.use("dive", { depth: 30 });
        if (/^answered\n/m.test(printed)) type("\n");
      },
    });
    await front.close();
    const [, readyLine = "{}"] = /^ready (.*)$/m.exec(ended.stdout) ?? [];
    expect(JSON.parse(readyLine), ended.stderr).toEqual({
      user: "Diver",
      owner: "ada",
      commands: ["dive"],
      guild: "Divers",
      channels: ["general"],
      roles: 2,
      members: ["Diver", "ada", "grace"],
      said: ["Nice"],
      player: "ada",
    });
    const { messages } = (await used) ?? expect.unreachable();
    expect(messages.map(({ content }) => content)).toEqual(["ada is 30 m deep.", "Up again."]);
    expect(ended.status).toBe(0);
  });
});
