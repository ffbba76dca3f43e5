import { describe, expect, it, vi } from "vitest";
import { sendAgain, sendForged } from "../../../../src/emulator/page/send-again.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { useGame } from "../../../setup/emulator/game.ts";
import { findPlace } from "../../../../src/emulator/player/place.ts";
import { use } from "../../../../src/emulator/player/use.ts";

const world = new World({});
const [application] = world.applications;
world.commandsOf(application.id).upsert("global", { name: "ping", description: "Answers" });
const game = await useGame(application);

const place = findPlace(world, world.players.first, {});

/** Uses a command and returns the number of its exchange. */
async function play(): Promise<number> {
  await use(place, "/ping", {});
  return application.exchanges.all.at(-1)?.number ?? 0;
}

describe("sendAgain", () => {
  it("resends an interaction with a new id, token and signature, and returns the result", async () => {
    const result = await sendAgain(place, await play());
    const [first, second] = game.payloads;
    expect(result.messages).toMatchObject([{ content: "done" }]);
    expect(second).toEqual({ ...first, id: expect.any(String), token: expect.any(String) });
    expect(second?.id).not.toBe(first?.id);
    expect(second?.token).not.toBe(first?.token);
  });

  it.each(["a PING", "something long gone"])("rejects %s", async (what) => {
    const number = what === "a PING" ? application.exchanges.all[0]?.number : 5_000;
    expect(() => sendAgain(place, number ?? 0)).toThrow("cannot be sent again");
    await expect(sendForged(application, number ?? 0)).rejects.toMatchObject({ code: "unknown_interaction" });
  });
});

describe("sendForged", () => {
  it("reports that the endpoint rejected the wrong signature", async () => {
    expect(await sendForged(application, await play())).toEqual({
      notes: [expect.stringContaining("refused the wrong signature with 401")],
    });
  });

  it.each([
    [() => new Response("{}"), "status 200"],
    [() => expect.unreachable(), "nothing"],
  ])("reports a problem if the endpoint does not reject the wrong signature", async (endpoint, answered) => {
    const number = await play();
    vi.spyOn(application, "endpoint", "get").mockReturnValue(endpoint);
    expect(await sendForged(application, number)).toMatchObject({
      problem: { message: `The endpoint answered a wrong signature with ${answered}.` },
    });
    vi.restoreAllMocks();
  });

  it("rejects if the endpoint has been removed", async () => {
    const number = await play();
    vi.spyOn(application, "endpoint", "get").mockReturnValue(undefined);
    await expect(sendForged(application, number)).rejects.toMatchObject({ code: "unknown_interaction" });
    vi.restoreAllMocks();
  });
});
