import { describe, expect, it } from "vitest";
import { runProgram } from "../../setup/child-process.ts";
import { say, startGame } from "../../setup/emulator/game.ts";
import { call } from "../../setup/emulator/requests.ts";
import { needs } from "../../setup/system-parts.ts";
import { openBot } from "../setup/bot.ts";
import { scriptProgram } from "../setup/other-languages.ts";

describe("discordrb's webhooks", needs("a network namespace", "discordrb's webhooks"), () => {
  it("follows up on an interaction with only its token", async () => {
    await using bot = await openBot("namespace");
    const { emulator, application } = bot;
    await call(emulator, "POST", "/commands", { name: "dive", description: "Goes under" });
    await using game = await startGame(application.publicKey);
    game.answer = () => say("Down.");
    await application.setInteractionsEndpoint(game.url);
    const { messages } = await emulator.player("Ada").use("dive");
    const token = game.payloads[0]?.token ?? expect.unreachable();
    const { stdout, stderr } = await runProgram(...scriptProgram("ruby/follow_up.rb", application.id, token));
    expect(JSON.parse(stdout || "null"), stderr).toMatchObject({ content: "And up again." });
    expect(messages).toMatchObject([
      { content: "Down." },
      { content: "And up again.", embeds: [{ title: "A reef", color: 0xaaff, fields: [{ name: "Fish" }] }] },
    ]);
  });
});
