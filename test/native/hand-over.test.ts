import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { endProgram, outputOf, startProgram } from "../setup/child-process.ts";
import { cases } from "../setup/cases.ts";
import { needs } from "../setup/system-parts.ts";
import { isClientError } from "../../src/core/errors.ts";
import { LoggingSeverity } from "../../src/log/logger.ts";
import { parseScheme } from "../../src/sign-in/redirect/custom-scheme-name.ts";
import { openCustomScheme, deliverRedirect } from "../../src/sign-in/redirect/custom-scheme.ts";
import { useScratchHome } from "./scheme-home.ts";
import { openFlow, receiveCode } from "./scheme-redirects.ts";

const applicationId = "1234567890123456789";
const scheme = `discord-${applicationId}`;

const home = useScratchHome();
const socket = () => join(home().path, "run/slashpass", scheme);

function redirect(state: string): string {
  return `${scheme}:/authorize/callback?code=code-${state}&state=${state}`;
}

function frame(uri: string, size = uri.length): Buffer {
  const header = Buffer.from("SLP1\0\0\0\0");
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, Buffer.from(uri)]);
}

async function sendBytes(bytes: Uint8Array): Promise<string> {
  const sender = connect(socket());
  sender.end(bytes);
  let answer = "";
  sender.on("data", (data) => (answer += data.toString()));
  sender.on("error", () => {});
  await new Promise((resolve) => sender.once("close", resolve));
  return answer;
}

/** Creates almost valid messages: with one byte changed, truncated, too long, or meant for another flow. */
function mutations(message: Buffer): () => Buffer {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 0x7fff_ffff) % below;
  const kinds = [
    () => Buffer.concat([message.subarray(0, random(message.length))]),
    () => Buffer.concat([message, Buffer.alloc(1 + random(50_000), "a")]),
    () => frame(redirect(`x${random(1_000)}`)),
    () => {
      const changed = Buffer.from(message);
      // Does not change the query, because a sender that knows the state may send any other parameters.
      const at = random(message.indexOf("?"));
      changed[at] = (changed[at] ?? 0) ^ (1 + random(255));
      return changed;
    },
  ];
  return () => kinds[random(kinds.length)]?.() ?? message;
}

function open(state: string) {
  return outputOf(home().opener(scheme), ["--", redirect(state)]);
}

describe("the hand-over", needs("Linux"), () => {
  it("43: delivers the right redirect to each of many flows", async () => {
    const states = Array.from({ length: 50 }, (_, index) => `s${index}`);
    const receivers = await Promise.all(states.map(() => openCustomScheme(parseScheme({ applicationId }))));
    const flows = receivers.map((receiver, index) => receiveCode(receiver, states[index] ?? ""));
    await Promise.all(states.toReversed().map(open));
    expect(await Promise.all(flows.map(({ code }) => code))).toEqual(states.map((state) => `code-${state}`));
    expect(flows.flatMap(({ ignored }) => ignored)).toEqual([]);
    await Promise.all(receivers.map((receiver) => receiver.close()));
    expect(readdirSync(join(home().path, "run/slashpass"))).toEqual([]);
  });

  it("33: reports a redirect with a different state and keeps waiting", async () => {
    await using flow = await openFlow(applicationId);
    await open("other");
    await open("s1");
    expect(await flow.code).toBe("code-s1");
    expect(flow.ignored).toEqual(["wrong_state"]);
  });

  it("33: ends a flow with its callback's error and still delivers redirects to other flows", async () => {
    await using first = await openCustomScheme(parseScheme({ applicationId }));
    await using second = await openCustomScheme(parseScheme({ applicationId }));
    const broken = first.receive(() => ({ ignored: "wrong_state" }), {
      signal: new AbortController().signal,
      onIgnored: () => {
        throw new Error("the game's mistake");
      },
    });
    const waiting = receiveCode(second, "b");
    deliverRedirect(redirect("other"));
    await expect(broken).rejects.toThrow("the game's mistake");
    expect(waiting.ignored).toEqual(["wrong_state"]);
    deliverRedirect(redirect("b"));
    expect(await waiting.code).toBe("code-b");
  });

  it("34: accepts a redirect once, then stops listening", async () => {
    {
      await using flow = await openFlow(applicationId);
      await open("s1");
      await flow.code;
    }
    await expect(open("s1")).rejects.toThrow("exited with 4:");
  });

  it("43, 77: aborts one flow without affecting the other", async () => {
    await using first = await openCustomScheme(parseScheme({ applicationId }));
    await using second = await openCustomScheme(parseScheme({ applicationId }));
    const abort = new AbortController();
    const aborted = receiveCode(first, "s1", abort.signal);
    const waiting = receiveCode(second, "s2");
    abort.abort(new Error("enough"));
    await expect(aborted.code).rejects.toThrow("enough");
    await first.close();
    await first.close();
    await open("s2");
    expect(await waiting.code).toBe("code-s2");
  });

  it("77: rejects if the signal is already aborted", async () => {
    await using receiver = await openCustomScheme(parseScheme({ applicationId }));
    await expect(receiveCode(receiver, "s1", AbortSignal.abort(new Error("too late"))).code).rejects.toThrow(
      "too late",
    );
  });

  it("reports forged, oversized and broken messages, sends no response, and keeps waiting", async () => {
    await using flow = await openFlow(applicationId);
    const hostile = [
      Buffer.from("GET /authorize/callback?code=c&state=s1 HTTP/1.1\r\n\r\n"),
      frame(redirect("s1"), 0xffff_ffff),
      frame(redirect("s1"), 7),
      frame("x".repeat(40_000)),
      frame(`${scheme}://authorize/callback?code=c&state=s1`),
      frame("https://example.com/authorize/callback?code=c&state=s1"),
      frame(`${redirect("s1")}\n`),
      frame(redirect("s1")).subarray(0, 20),
    ];
    expect(await Promise.all(hostile.map(sendBytes))).toEqual(hostile.map(() => ""));
    await expect.poll(() => flow.ignored).toEqual(hostile.map(() => "not_a_redirect"));
    expect(await sendBytes(frame(redirect("s1")))).toBe("A");
    expect(await flow.code).toBe("code-s1");
  });

  it("settles exactly once with the correct code despite two thousand hostile messages", async () => {
    await using flow = await openFlow(applicationId);
    const random = mutations(frame(redirect("s1")));
    const attack = async () => {
      for (let count = 0; count < cases(100); count += 1) await sendBytes(random());
    };
    const attacks = Array.from({ length: 20 }, attack);
    await delay(20);
    await open("s1");
    expect(await flow.code).toBe("code-s1");
    await Promise.all(attacks);
  });

  it(
    "rejects a scheme that another game is using and accepts it after that game has crashed",
    needs("whole programs"),
    async () => {
      const other = startProgram(process.execPath, ["test/native/hand-over-waiting-game.mjs", scheme], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(other.stdout ?? expect.unreachable(), "data");
      const refused = await openCustomScheme(parseScheme({ applicationId })).catch((error: unknown) => error);
      expect(isClientError(refused) && refused).toMatchObject({ code: "scheme_busy", retryable: true });
      await endProgram(other);
      expect(existsSync(socket())).toBe(true);
      await using flow = await openFlow(applicationId);
      await open("s1");
      expect(await flow.code).toBe("code-s1");
    },
  );

  it("leaks neither sockets nor descriptors in a thousand flows", async () => {
    await (await openCustomScheme(parseScheme({ applicationId }))).close();
    const before = readdirSync("/proc/self/fd").length;
    for (let count = 0; count < cases(1_000); count += 1) {
      await using receiver = await openCustomScheme(parseScheme({ applicationId }));
      const abort = new AbortController();
      const { code } = receiveCode(receiver, "s1", abort.signal);
      abort.abort(new Error("enough"));
      await expect(code).rejects.toThrow("enough");
    }
    expect(readdirSync("/proc/self/fd").length).toBe(before);
    expect(readdirSync(join(home().path, "run/slashpass"))).toEqual([]);
  });

  it("51: warns about a scheme that other programs may also use", async () => {
    const log = vi.fn();
    await (await openCustomScheme(parseScheme({ applicationId, scheme: "mygame" }), log)).close();
    await (await openCustomScheme(parseScheme({ applicationId, scheme: "com.example.game" }), log)).close();
    expect(log).toHaveBeenCalledExactlyOnceWith(
      LoggingSeverity.Warning,
      "redirect",
      expect.stringContaining("mygame"),
    );
  });

  it("accepts a redirect passed to deliverRedirect()", async () => {
    await using flow = await openFlow(applicationId);
    expect(deliverRedirect(`${scheme}://authorize/callback?state=s1`)).toBe(false);
    expect(deliverRedirect("https://example.com/?state=s1")).toBe(false);
    expect(deliverRedirect(`${redirect("s1")} --flag`)).toBe(false);
    expect(
      deliverRedirect(redirect("s2").toUpperCase().replace("/AUTHORIZE/CALLBACK", "/authorize/callback")),
    ).toBe(true);
    expect(flow.ignored).toEqual(["wrong_state"]);
    expect(deliverRedirect(`${redirect("s1")}#_=_`)).toBe(true);
    expect(await flow.code).toBe("code-s1");
  });
});
