import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientError } from "../../../src/core/errors.ts";
import { type DeviceRequest, runDeviceFlow } from "../../../src/tokens/device.ts";
import { DevicePrompt } from "../../../src/tokens/device.ts";
import type { FetchAnswer } from "../../setup/scripted-fetch.ts";
import { tokenContext } from "../../setup/token-context.ts";

const device = {
  device_code: "device-code-0123456789",
  user_code: "ABCD-EFGH",
  verification_uri: "https://service.example/activate",
  verification_uri_complete: "https://service.example/activate?user_code=ABCD-EFGH",
  expires_in: 300,
  interval: 5,
};
const tokens = {
  access_token: "access-0123456789",
  token_type: "Bearer",
  expires_in: 604_800,
  scope: "openid",
};
const pending: FetchAnswer = { status: 400, body: { error: "authorization_pending" } };
const down = new TypeError("fetch failed");
const slowDown: FetchAnswer = { status: 400, body: { error: "slow_down" } };

/** Runs the flow against `answers` and records the time of each poll in seconds. */
function run(
  answers: readonly FetchAnswer[],
  options: {
    device?: object;
    isReal?: boolean;
    signal?: AbortSignal;
    onPoll?: DeviceRequest["onPoll"];
  } = {},
) {
  const polls: number[] = [];
  const startedAt = Date.now();
  const prompts: DevicePrompt[] = [];
  const { context, requests, registered } = tokenContext(({ path }) => {
    if (path.endsWith("/device/authorize")) return { body: { ...device, ...options.device } };
    polls.push((Date.now() - startedAt) / 1000);
    return answers[polls.length - 1] ?? pending;
  });
  const request = {
    applicationId: "1",
    scopes: "openid identify",
    onPrompt: (prompt: DevicePrompt) => void prompts.push(prompt),
    onPoll: options.onPoll,
  };
  const { isReal = false } = options;
  const result = runDeviceFlow({ ...context, isReal }, request, options.signal);
  result.catch(() => undefined);
  return { result, polls, prompts, requests, registered };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("device flow", () => {
  it("requests a code with the client id and scopes and then polls with the device code", async () => {
    const { result, requests, registered } = run([pending, { body: tokens }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await result).accessToken).toBe(tokens.access_token);
    expect(requests.map(({ path, fields }) => [new URL(path).pathname, fields])).toEqual([
      ["/api/oauth2/device/authorize", { client_id: "1", scope: "openid identify" }],
      ...[1, 2].map(() => [
        "/api/oauth2/token",
        {
          client_id: "1",
          device_code: device.device_code,
          grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        },
      ]),
    ]);
    expect(registered).toContain(device.device_code);
    expect(registered).toContain(tokens.access_token);
  });

  it.each<[string, FetchAnswer[], number[], object?]>([
    ["every five seconds if the service sends no interval", [pending], [5, 10], { interval: undefined }],
    [
      "with five more seconds after each `slow_down`",
      [slowDown, pending, slowDown, pending],
      [5, 15, 25, 40, 55],
    ],
    [
      "less often while the service is unreachable, then at the interval again",
      [down, { status: 503, body: {} }, down, down, pending],
      [5, 15, 35, 75, 135, 140],
    ],
    ["as late as a rate-limit response requests", [{ status: 429, body: { retry_after: 42 } }], [5, 47]],
  ])("polls %s", async (_how, answers, expected, changed = {}) => {
    const { result, polls } = run([...answers, { body: tokens }], { device: changed });
    await vi.advanceTimersByTimeAsync(300_000);
    await result;
    expect(polls).toEqual(expected);
  });

  it("reports the reason for each failed poll", async () => {
    const failures: (string | undefined)[] = [];
    const onPoll = (failure?: ClientError) => void failures.push(failure?.code);
    const { result } = run([{ status: 503 }, new Error("no route"), pending, { body: tokens }], {
      onPoll,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await result;
    expect(failures).toEqual(["http_error", "network_error", undefined]);
  });

  it.each([
    ["the real service", true, 1e-9, 1],
    ["the real service", true, 0.2, 1],
    ["an emulator", false, 0.2, 0.2],
    ["an emulator", false, 1e-9, 0.01],
  ])(
    "for %s (%s) with a requested interval of %d s, polls every %d s",
    async (_what, isReal, interval, seconds) => {
      const { polls, result } = run([pending, pending, { body: tokens }], { isReal, device: { interval } });
      await vi.advanceTimersByTimeAsync(3_000);
      await result;
      expect(polls).toEqual([1, 2, 3].map((count) => Math.round(count * seconds * 100) / 100));
    },
  );

  it.each([
    ["an interval above the maximum timer delay", { expires_in: 1e9, interval: 5e6 }],
    ["a lifetime and an interval that overflow in milliseconds", { expires_in: 1e306, interval: 1e306 }],
  ])("does not poll too early with %s", async (_, odd) => {
    const { polls, prompts } = run([], { device: odd });
    await vi.advanceTimersByTimeAsync(2000);
    expect(polls).toEqual([]);
    expect(prompts[0]?.expiresIn).toBeLessThanOrEqual(315_360_000);
  });

  it("does not poll again if a response requests a delay above the maximum timer delay", async () => {
    const busy = { status: 503, body: {}, headers: { "retry-after": "1e12" } };
    const { polls, result } = run([busy], { device: { expires_in: 1e12 } });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(polls).toEqual([5]);
    await expect(result).rejects.toMatchObject({ code: "expired_token" });
  });

  it("shows the player the code, the address and a QR code only once", async () => {
    const { result, prompts } = run([{ body: tokens }]);
    await vi.advanceTimersByTimeAsync(5_000);
    await result;
    expect(prompts).toHaveLength(1);
    const [prompt] = prompts as [DevicePrompt];
    expect(prompt).toMatchObject({
      userCode: "ABCD-EFGH",
      verificationUri: device.verification_uri,
      verificationUriComplete: device.verification_uri_complete,
      expiresIn: 300,
    });
    expect(prompt.qrText()).toMatch(/^[█▀▄ \n]{300,}$/u);
    expect(Buffer.from(prompt.qrDataUrl().split(",")[1] ?? "", "base64").toString()).toMatch(
      /^<svg .*<\/svg>$/s,
    );
  });

  it("stops if the player declines", async () => {
    const { result, polls } = run([pending, { status: 400, body: { error: "access_denied" } }]);
    await vi.advanceTimersByTimeAsync(300_000);
    await expect(result).rejects.toMatchObject({ type: 7, code: "access_denied" });
    expect(polls).toHaveLength(2);
  });

  it.each([
    ["as reported by the service", [{ status: 400, body: { error: "expired_token" } }], 1],
    ["at the end of its lifetime, without another request", [], 59],
  ])("stops if the code has expired, %s", async (_, answers, polled) => {
    const { result, polls } = run(answers);
    await vi.advanceTimersByTimeAsync(301_000);
    await expect(result).rejects.toMatchObject({ type: 8, code: "expired_token", retryable: true });
    expect(Math.abs(polls.length - polled)).toBeLessThanOrEqual(1);
  });

  it("stops immediately if aborted before the start or during a wait and leaves no timer", async () => {
    await expect(run([], { signal: AbortSignal.abort() }).result).rejects.toMatchObject({ code: "aborted" });
    const abort = new AbortController();
    const { result, polls } = run([], { signal: abort.signal });
    await vi.advanceTimersByTimeAsync(12_000);
    abort.abort();
    await expect(result).rejects.toMatchObject({ type: 7, code: "aborted" });
    expect(polls).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ["no device code", { device_code: undefined }],
    ["an address that is not a web page", { verification_uri: "javascript:alert(1)" }],
    ["an unencrypted address", { verification_uri_complete: "http://service.example/activate" }],
  ])("rejects a response with %s", async (_, changed) => {
    const { result, prompts } = run([], { device: changed });
    await expect(result).rejects.toMatchObject({ type: 2, code: "invalid_response" });
    expect(prompts).toEqual([]);
  });

  it("rejects with the error that `onPrompt` throws", async () => {
    const { context } = tokenContext(() => ({ body: device }));
    const failure = new Error("no screen");
    const onPrompt = () => {
      throw failure;
    };
    await expect(runDeviceFlow(context, { applicationId: "1", scopes: "openid", onPrompt })).rejects.toBe(
      failure,
    );
  });
});

const fields = {
  userCode: "WDJB-MJHT",
  verificationUri: "https://service.example/activate",
  verificationUriComplete: "https://service.example/activate?user_code=WDJB-MJHT",
  expiresIn: 300,
};
const address = fields.verificationUri;

it("encodes the complete address, if the response includes it, in the QR code", () => {
  const prompt = new DevicePrompt(fields);
  const complete = new DevicePrompt({ ...fields, verificationUri: fields.verificationUriComplete });
  const plain = new DevicePrompt({ ...fields, verificationUriComplete: undefined });
  expect(prompt.qrText()).toBe(complete.qrText());
  expect(plain.qrText()).not.toBe(prompt.qrText());
  expect(plain).toMatchObject({ userCode: "WDJB-MJHT", verificationUri: address, expiresIn: 300 });
});

it("surrounds the QR code with a quiet zone of four modules, which scanners need", () => {
  const prompt = new DevicePrompt(fields);
  // One character shows two modules, one above the other.
  const rows = prompt.qrText().split("\n");
  for (const row of rows.slice(0, 2)) expect(row).toMatch(/^█+$/);
  for (const row of rows.slice(0, -1)) expect(row).toMatch(/^████.+████$/);
  expect(rows[2]).not.toMatch(/^█████/);
  const image = Buffer.from(prompt.qrDataUrl().split(",")[1] ?? "", "base64").toString();
  const [, size] = /viewBox="0 0 (\d+) \d+"/.exec(image) ?? [];
  // A version 3 QR code has 29 modules.
  expect(rows[0]).toHaveLength(29 + 8);
  expect(Number(size) % (29 + 8)).toBe(0);
});
