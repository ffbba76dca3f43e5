import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { sampled } from "../setup/cases.ts";
import { outputOf } from "../setup/child-process.ts";
import { buildLimitMs, buildStandIn, standInParts, useStandInBrowser } from "../setup/social-sdk/stand-in.ts";
import { needs } from "../setup/system-parts.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

const root = new URL("../..", import.meta.url).pathname;

interface Report {
  readonly live: Readonly<Record<string, number>>;
  readonly violations: readonly unknown[];
}

interface Output {
  readonly steps: readonly unknown[];
  readonly report: Report;
  readonly pending: number;
  readonly strays: number;
}

const token = { accessLength: expect.any(Number), type: 1, expiresIn: 604_800, scopes: "openid identify" };
const authorized = { isS256: true, hasCode: true, redirect: "http://127.0.0.1" };
const failed = (result: object) => ({ failure: expect.objectContaining({ ok: false, ...result }) });

describe("the Python client of the stand-in library", needs(...standInParts, "python3"), () => {
  const browser = useStandInBrowser();
  const requests: string[] = [];
  let emulator: Emulator;
  let library: string;
  beforeAll(async () => {
    library = await buildStandIn();
  }, buildLimitMs);
  beforeAll(async () => {
    emulator = await startEmulator({
      deviceIntervalSeconds: 1,
      onRequest: ({ method, path, status }) => {
        if (path.startsWith("/api/")) requests.push(`${method} ${path.slice("/api/v10".length)} ${status}`);
      },
    });
  });
  afterAll(() => emulator?.close());
  beforeEach(() => {
    browser.open = emulator.player("Ada").browser();
    requests.length = 0;
  });

  async function runSteps(steps: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { apiBase, webBase, application } = emulator;
    const args = ["-B", "test/social-sdk/client.py", library, apiBase, webBase, application.id, ...steps];
    const output = await outputOf("python3", args, {
      cwd: root,
      env: { ...process.env, ...browser.env, ...env },
    });
    return JSON.parse(output) as Output;
  }

  /** Expects the client to have freed everything that it received. */
  function expectClean({ report, pending }: Output): void {
    expect([report.live, report.violations, pending]).toEqual([{}, [], 0]);
  }

  it("signs in, fetches the player, and refreshes and revokes the token", async () => {
    const output = await runSteps([
      "version",
      "authorize",
      "exchange",
      "user",
      "refresh",
      "user",
      "revoke",
      "user",
    ]);
    const user = { id: emulator.players[0].id, name: "Ada" };
    expect(output.steps).toMatchObject([
      { version: "1.9.17379", scopes: "openid sdk.social_layer_presence" },
      authorized,
      token,
      user,
      { ...token, isNew: true },
      user,
      [],
      failed({ type: 2, status: 401 }),
    ]);
    expect(requests).toEqual([
      "POST /oauth2/token 200",
      "GET /users/@me 200",
      "POST /oauth2/token 200",
      "GET /users/@me 200",
      "POST /oauth2/token/revoke 200",
      "GET /users/@me 401",
    ]);
    expectClean(output);
  });

  it("signs in with the device flow", async () => {
    const output = await runSteps(["device", "user"]);
    expect(output.steps).toMatchObject([token, { name: "Ada" }]);
    expect(requests[0]).toBe("POST /oauth2/device/authorize 200");
    expectClean(output);
  });

  it("reports that the player declined", async () => {
    browser.open = emulator.player("Ada").browser({ answer: "deny" });
    const output = await runSteps(["authorize", "device"]);
    const declined = failed({ type: 7, error: "access_denied" });
    expect(output.steps).toEqual([declined, declined]);
    expectClean(output);
  });

  it("merges provisional accounts into the player's account and unmerges them", async () => {
    const output = await runSteps(
      [
        "provisional",
        "update",
        "rename",
        "authorize",
        "merge",
        "provisional",
        "unmerge",
        "provisional",
        "merge_device",
      ],
      { ANSWER_SECONDS: "30" },
    );
    const provisional = { refreshLength: 0, expiresIn: 3600, scopes: "openid sdk.social_layer" };
    const linked = failed({ type: 2, code: 530_010, status: 400 });
    const merged = [authorized, token, linked, [], provisional, token];
    expect(output.steps).toMatchObject([provisional, [], [], ...merged]);
    expectClean(output);
  });

  it("exchanges the token for a child application's token", async () => {
    const child = emulator.addApplication({ parentApplication: emulator.application.id });
    const output = await runSteps(["authorize", "exchange", "child"], { CHILD_APPLICATION: child.id });
    expect(output.steps).toMatchObject([
      authorized,
      token,
      { isNew: true, type: 1, scopes: "openid identify" },
    ]);
    expectClean(output);
  });

  it("aborts sign-ins and receives sign-in requests", async () => {
    browser.open = () => Promise.resolve();
    const output = await runSteps(["abort", "abort_device", "device_screen", "authorize_requests"]);
    expect(output.steps).toEqual([[[false, 7]], [[false, 7]], 1, 1]);
    expectClean(output);
  });

  it("reads back every field of the arguments", async () => {
    const output = await runSteps(["arguments", "other_arguments", "verifier_fields", "memory"]);
    const cleared = {
      ClientId: "18446744073709551615",
      Scopes: "openid",
      CodeChallenge: null,
      IntegrationType: null,
      State: null,
      Nonce: null,
      CustomSchemeParam: null,
    };
    const given = {
      ...cleared,
      CodeChallenge: [0, "challenge"],
      IntegrationType: 1,
      State: "State é\0",
      Nonce: "Nonce é\0",
      CustomSchemeParam: "CustomSchemeParam é\0",
    };
    const id = "18446744073709551615";
    expect(output.steps).toEqual([
      [given, cleared],
      [id, "openid", "http://127.0.0.1:1/api", "http://127.0.0.1:1", id],
      [43, "other"],
      "openid sdk.social_layer",
    ]);
    expectClean(output);
  });

  it("receives join secrets and invites, and registers launch commands", async () => {
    const output = await runSteps([
      "join",
      "invites",
      "launch",
      "log_file",
      "lose_connection",
      "clear_presence",
    ]);
    expect(output.steps).toEqual([
      ["secret-7", "secret-7"],
      {
        types: [5, 1],
        ids: [1, 2, 3, 4],
        party: "party",
        session: "session",
        isValid: true,
        secret: ["accepted-secret"],
      },
      [true, 480, true, '"/opt/game" --launched'],
      [true, true],
      [0, "UnexpectedClose", 4000],
      null,
    ]);
    expectClean(output);
  });

  it("connects, sets an activity and receives one notification of the token's expiration", async () => {
    const output = await runSteps(["connect", "update", "connect", "presence", "expire", "log"]);
    expect(output.steps).toEqual([
      { statuses: [[0, 1, 4004]], status: 0, isAuthenticated: false },
      [],
      { statuses: [1, 2, 3].map((status) => [status, 0, 0]), status: 3, isAuthenticated: true },
      {
        Name: "Chess",
        Type: 0,
        State: "♟ in a match",
        Party: { Id: "party", MaxSize: 4 },
        Button1: { Label: "Watch" },
        Button2: { Label: "Join" },
      },
      1,
      [4],
    ]);
    expectClean(output);
  });

  it("sets every field of an activity and disconnects", async () => {
    const output = await runSteps(["update", "connect", "whole_activity", "disconnect"]);
    const images = ["LargeImage", "LargeText", "LargeUrl", "SmallImage", "SmallText", "SmallUrl"];
    const activity = {
      StatusDisplayType: 2,
      SupportedPlatforms: 17,
      StateUrl: "state-url",
      DetailsUrl: "details-url",
      Assets: Object.fromEntries(images.map((name) => [name, name])),
      Timestamps: { Start: 1, End: 2 ** 53 },
      Party: { Id: "party", CurrentSize: 1, MaxSize: 4, Privacy: 1 },
      Secrets: { Join: "join" },
      Button1: { Label: "Watch", Url: "button-url" },
    };
    const cleared = ["ApplicationId", "StatusDisplayType"];
    expect(output.steps.slice(2)).toMatchObject([
      [activity, cleared],
      [
        [5, 0, 0],
        [0, 0, 0],
      ],
    ]);
    expectClean(output);
  });

  it("writes its report to a file and reads commands from another file", async () => {
    const folder = temporaryFolder();
    const [report, commands] = [join(folder, "report.json"), join(folder, "commands")];
    writeFileSync(commands, "error-type=7");
    const env = { STAND_IN_REPORT: report, STAND_IN_COMMANDS: commands };
    const output = await runSteps(["connect", "update", "presence"], env);
    expect(output.steps).toMatchObject([{ status: 0 }, failed({ type: 7 }), { Name: "Chess" }]);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
      report: { live: {}, violations: [] },
      activity: { Name: "Chess" },
      launch: null,
      openedUrl: "",
    });
    expect(existsSync(commands)).toBe(false);
  });

  it("receives every type of error", async () => {
    const output = await runSteps(["every_error"]);
    expect(output.steps).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9].map((type) => [type, type === 2 ? 500 : 0])]);
    expectClean(output);
  });

  it.each<[faults: string, steps: string[], results: unknown[], strays: number]>([
    ["null-result", ["update", "update"], [failed({ error: "null result" }), []], 0],
    ["huge-string", ["authorize", "authorize"], [failed({ error: "huge string" }), authorized], 0],
    ["never-answer", ["start_update", "update"], [null, []], 0],
    ["never-answer=1,late-callback", ["start_update", "update"], [null, []], 0],
    ["repeated-callback", ["update", "update"], [[], []], 1],
    ["empty-null=-1", ["authorize", "exchange"], [authorized, token], 0],
  ])("survives the faults %s", async (faults, steps, results, strays) => {
    const output = await runSteps(steps, { STAND_IN_FAULTS: faults });
    expect(output.steps).toMatchObject(results);
    expect(output.strays).toBe(strays);
    expectClean(output);
  });

  it.each(sampled([1, 2, 3]))("survives random faults (seed %i)", async (seed) => {
    const signIn = ["authorize", "exchange", "user", "refresh", "presence"];
    const steps = Array.from({ length: 6 }, () => signIn).flat();
    const output = await runSteps(steps, { STAND_IN_FAULTS: `random=${seed}`, ANSWER_SECONDS: "0.5" });
    expect(JSON.stringify(output.steps)).toContain("failure");
    expectClean(output);
  });
});

describe("the stand-in library", needs(...standInParts, "python3"), () => {
  let library: string;
  beforeAll(async () => {
    library = await buildStandIn();
  }, buildLimitMs);

  it("detects its caller's mistakes", async () => {
    const output = await outputOf("python3", ["-B", "test/social-sdk/mistakes.py", library], { cwd: root });
    expect(JSON.parse(output)).toEqual({
      double_drop: { violations: [["double-drop", "Discord_AuthorizationArgs_Drop"]], live: {} },
      use_after_drop: { violations: [["use-after-drop", "Discord_AuthorizationArgs_SetScopes"]], live: {} },
      not_initialised: { violations: [["not-initialised", "Discord_Client_Connect"]], live: {} },
      wrong_kind: { violations: [["wrong-kind", "Discord_AuthorizationArgs_Drop"]], live: {} },
      double_free: { violations: [["double-free", "Discord_Free"]], live: {} },
      unknown_free: { violations: [["unknown-free", "Discord_Free"]], live: {} },
      wrong_thread: { violations: [["wrong-thread", "Discord_RunCallbacks"]], live: {} },
      free_threaded: { violations: [], live: {} },
      free_threaded_too_late: {
        violations: [["free-threaded-too-late", "Discord_SetFreeThreaded"]],
        live: {},
      },
      pump_in_callback: { violations: [["pump-in-callback", "Discord_RunCallbacks"]], live: {} },
      wrong_order: {
        violations: [
          ["wrong-order", "Discord_Client_Connect"],
          ["wrong-order", "Discord_Client_RegisterAuthorizeRequestCallback"],
        ],
        live: {},
      },
      no_drop: { violations: [], live: { ClientResult: 1 } },
      no_free: { violations: [], live: { String: 1 } },
      no_client_drop: { violations: [], live: { Client: 1, Callback: 1 } },
      dropped_in_callback: { violations: [], live: {} },
      dropped_in_log_callback: { violations: [], live: {} },
      callback_waits_for_thread: { violations: [["wrong-thread", "Discord_Client_GetStatus"]], live: {} },
    });
  });

  it.each([
    ["without-optional", "Discord_Client_RevokeToken", "Discord_Client_GetToken"],
    ["without-required", "Discord_Client_GetToken", "Discord_Client_RevokeToken"],
  ] as const)("lacks symbols in the variant %s", async (variant, missing, present) => {
    const path = await buildStandIn(variant);
    const probe =
      "import ctypes, sys; n = ctypes.CDLL(sys.argv[1]); print([hasattr(n, s) for s in sys.argv[2:]])";
    expect(await outputOf("python3", ["-c", probe, path, missing, present])).toBe("[False, True]\n");
  });
});
