import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import type { Fetch } from "../../../src/core/request/addresses.ts";
import { readPlayerTokensOptions } from "../../../src/server/options.ts";
import { TokenService } from "../../../src/server/service.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import { findSecret } from "../../setup/find-secret.ts";
import { TokenServiceInMemory } from "../../setup/token-service.ts";
import { throwing } from "../../setup/throwing.ts";

const clientSecret = "secret+with/odd&characters=";

function start(): { memory: TokenServiceInMemory; service: TokenService } {
  const memory = new TokenServiceInMemory();
  const given = { applicationId: "9", clientSecret, store: memoryPlayerStore(), fetch: memory.fetch };
  return { memory, service: new TokenService(readPlayerTokensOptions(given, "options")) };
}

describe("service requests", () => {
  it("are not sent if no time is left for the response", async () => {
    const { memory, service } = start();
    const late = new ClientError({ type: ErrorType.ClientNotReady, code: "session_busy", message: "late" });
    const answerTime = throwing(late);
    await expect(service.refresh("the-token", answerTime)).rejects.toBe(late);
    expect(memory.requests).toEqual([]);
  });

  it("compute their timeout after they have passed the rate limits", async () => {
    const order: string[] = [];
    const limits = {
      enter: async () => {
        order.push("limits");
        return { leave: (answer?: unknown) => order.push(answer === undefined ? "left" : "answered") };
      },
    };
    const hanging: Fetch = () => {
      order.push("sent");
      return new Promise(() => undefined);
    };
    const given = { applicationId: "9", clientSecret, store: memoryPlayerStore(), limits, fetch: hanging };
    const service = new TokenService(readPlayerTokensOptions(given, "options"));
    const answerTime = (): number => {
      order.push("time");
      return 20;
    };
    await expect(service.refresh("the-token", answerTime)).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining("within 20 ms") as string,
    });
    expect(order).toEqual(["limits", "time", "sent", "left"]);
  });

  it("fail without exposing a token or secret that the service quotes", async () => {
    const { memory, service } = start();
    const quoting = () =>
      Response.json(
        { error: "invalid_request", error_description: `the-token ${clientSecret}` },
        { status: 400 },
      );
    memory.next.push(quoting, quoting);
    const errors = await Promise.all(
      [service.refresh("the-token", () => 7000), service.revoke("the-token", undefined)].map((call) =>
        call.catch((error: unknown) => error),
      ),
    );
    const printed = inspect(errors, { depth: 9, showHidden: true });
    expect(printed).toContain("invalid_request");
    for (const secret of ["the-token", clientSecret]) expect(findSecret(printed, secret)).toEqual([]);
  });
});
