import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { Logger, LoggingSeverity, openLogFile } from "../../../src/log/logger.ts";
import { createRedactor, type Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { throwing } from "../../setup/throwing.ts";

const secret = "a-secret-of-the-player";
let folder: string;
let logger: Logger;

beforeEach(() => {
  folder = temporaryFolder();
  logger = new Logger(() => createRedactor({ secrets: [secret] }));
});

const written = (): string => readFileSync(join(folder, "discord.log"), "utf8");

/** Logs a line with NODE_DEBUG set and returns what was printed. */
async function printDebug(redactor: () => Redactor, severity: LoggingSeverity, line: string) {
  loadModulesAnew();
  const anew = await import("../../../src/log/logger.ts");
  const print = Object.assign(vi.fn(), { enabled: true });
  vi.stubGlobal("process", { getBuiltinModule: () => ({ debuglog: () => print }) });
  new anew.Logger(redactor).log(severity, "token", line);
  vi.unstubAllGlobals();
  return print.mock.calls;
}

describe("callbacks with two severities", () => {
  test.each([
    [LoggingSeverity.Warning, LoggingSeverity.Info],
    [LoggingSeverity.Info, LoggingSeverity.Warning],
  ])(
    "receive only messages of their own severity or higher, whichever is added first (%d, %d)",
    (one, other) => {
      const received: string[] = [];
      for (const severity of [one, other]) {
        logger.addCallback((message) => received.push(`${severity} ${message}`), severity);
      }
      logger.log(LoggingSeverity.Info, "http", `said ${secret}`);
      expect(received).toEqual([`${LoggingSeverity.Info} [http] said [redacted]`]);
    },
  );
});

describe("the log file", () => {
  test("has one line per call with the time, severity, component and masked text", async () => {
    writeFileSync(join(folder, "discord.log"), "from before\n");
    expect(logger.setDir(folder, LoggingSeverity.Info)).toBe(true);
    logger.log(LoggingSeverity.Verbose, "http", "too small");
    logger.log(LoggingSeverity.Info, "http", `one ${secret}\ntwo`);
    logger.log(LoggingSeverity.Error, "token", "three");
    await logger.close();
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    expect(written()).toMatch(
      new RegExp(String.raw`^${time} info \[http\] one \[redacted\]\\ntwo\n${time} error \[token\] three\n$`),
    );
  });

  test("is not opened in a missing directory", () => {
    expect(logger.setDir(join(folder, "missing"), LoggingSeverity.Verbose)).toBe(false);
  });

  test("is closed by the severity None and overwritten when reopened", async () => {
    logger.setDir(folder, LoggingSeverity.Verbose);
    logger.log(LoggingSeverity.Info, "a", "first");
    expect(logger.setDir(folder, LoggingSeverity.None)).toBe(true);
    logger.log(LoggingSeverity.Info, "a", "unheard");
    expect(written()).toMatch(/first\n$/);
    logger.setDir(folder, LoggingSeverity.Verbose);
    logger.log(LoggingSeverity.Info, "a", "second");
    await logger.close();
    expect(written()).toMatch(/^\S+ info \[a\] second\n$/);
  });

  test("causes only one error report if its directory is deleted", async () => {
    const callback = vi.fn();
    logger.addCallback(callback, LoggingSeverity.Error);
    logger.setDir(folder, LoggingSeverity.Verbose);
    rmSync(folder, { recursive: true });
    logger.log(LoggingSeverity.Info, "a", "lost");
    await logger.close();
    expect(callback.mock.calls).toEqual([
      ["[log] The log file was removed; logging has stopped.", LoggingSeverity.Error],
    ]);
  });
});

test("emits one process warning for lost lines if there is no callback", async () => {
  const warnings: unknown[] = [];
  const record = (warning: Error & { code?: string }) => warnings.push([warning.code, warning.message]);
  process.on("warning", record);
  logger.setDir(folder, LoggingSeverity.Verbose);
  rmSync(folder, { recursive: true });
  logger.log(LoggingSeverity.Info, "a", "lost");
  logger.setDir(folder, LoggingSeverity.None);
  logger.log(LoggingSeverity.Info, "a", "unheard");
  await logger.close();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", record);
  expect(warnings).toEqual([["slashpass_log", "The log file was removed; logging has stopped."]]);
});

describe("an invalid log directory", () => {
  test.each(["", "a\0b", undefined, 7])("is rejected: %j", (dir) => {
    expect(() => logger.setDir(dir as string, LoggingSeverity.Verbose)).toThrow(
      expect.objectContaining({ type: ErrorType.ValidationError, code: "invalid_log_dir" }),
    );
  });

  test("is ignored with the severity None", () => {
    expect(logger.setDir("", LoggingSeverity.None)).toBe(true);
  });
});

describe("a logger without the addon, which filters secrets", () => {
  const createError = (code: "addon_unavailable" | "invalid_secret", hint?: string) =>
    new ClientError({ type: ErrorType.Disabled, code, message: "There is no addon.", hint });
  const unavailable = (hint?: string) => createError("addon_unavailable", hint);
  const failing = (error: Error) => new Logger(throwing(error));

  test.each([
    ["Build it.", "logging is disabled: There is no addon. Build it."],
    [undefined, "logging is disabled: There is no addon."],
  ])("logs nothing and emits a process warning with the reason (hint: %s)", (hint, warning) => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const without = failing(unavailable(hint));
    const callback = vi.fn();
    expect(without.addCallback(callback, LoggingSeverity.Verbose)).toBe(false);
    expect(without.setDir(folder, LoggingSeverity.Verbose)).toBe(false);
    without.log(LoggingSeverity.Error, "a", secret);
    const code = { code: "slashpass_log" };
    expect(warn.mock.calls).toEqual([
      [warning, code],
      [warning, code],
    ]);
    expect(callback).not.toHaveBeenCalled();
    expect(readdirSync(folder)).toEqual([]);
    warn.mockRestore();
  });

  test.each([new Error("of a bug"), createError("invalid_secret")])("throws other errors (%#)", (error) => {
    expect(() => failing(error).addCallback(() => undefined, LoggingSeverity.Info)).toThrow(error);
    expect(() => failing(error).setDir(folder, LoggingSeverity.Info)).toThrow(error);
  });

  test("shows a line's component but not its text in NODE_DEBUG output", async () => {
    const printed = await printDebug(throwing(unavailable()), LoggingSeverity.Info, secret);
    expect(printed).toEqual([
      ["%s", "[token] (withheld: the native addon that filters secrets is not available)"],
    ]);
  });
});

describe("a callback that throws", () => {
  const failed = "[callback] the AddLogCallback callback failed";

  test.each([
    [LoggingSeverity.Warning, true],
    [LoggingSeverity.Error, false],
  ])("is reported as a warning (in a log file of severity %d: %s)", async (minSeverity, isLogged) => {
    logger.addCallback(throwing(new Error(secret)), LoggingSeverity.Info);
    logger.setDir(folder, minSeverity);
    logger.log(LoggingSeverity.Info, "a", "heard");
    await logger.close();
    expect(written().includes(failed)).toBe(isLogged);
    expect(written()).not.toContain(secret);
  });
});

test("does not create a redactor if there is no sink", () => {
  const redactor = vi.fn(() => createRedactor());
  new Logger(redactor).log(LoggingSeverity.Error, "a", "unheard");
  expect(redactor).not.toHaveBeenCalled();
});

test.each([0, 6, 1.5, "1", undefined])("rejects the severity %j", (severity) => {
  const refused = expect.objectContaining({ type: 6, code: "invalid_severity" }) as Error;
  expect(() => logger.setDir(folder, severity as never)).toThrow(refused);
  expect(() => logger.addCallback(() => undefined, severity as never)).toThrow(refused);
});

describe("a player's token in a line", () => {
  const token = "dGhlIHRva2VuIG9mIGEgcGxheWVy";
  const severities = Object.entries(LoggingSeverity).filter(
    ([, severity]) => severity !== LoggingSeverity.None,
  );
  const registrations: [string, (secrets: Secrets) => unknown][] = [
    ["was passed by the caller", (secrets) => secrets.register(token)],
    ["was in a response", (secrets) => secrets.registerTokens(JSON.stringify({ access_token: token }))],
    [
      "replaced another token",
      (secrets) => secrets.replaceTokens({ accessToken: "old" }, { accessToken: token }),
    ],
    ["is needed for one request", (secrets) => secrets.scope(token)],
    [
      "has been retired",
      (secrets) => {
        secrets.register(token);
        secrets.replaceTokens({ accessToken: token });
      },
    ],
  ];
  const cases = registrations.flatMap(([registration, know]) =>
    severities.map(([name, severity]) => [registration, name, severity, know] as const),
  );

  test.each(cases)(
    "that %s is masked in callbacks and in the file at severity %s",
    async (_, _name, severity, know) => {
      const secrets = new Secrets(() => createRedactor());
      know(secrets);
      const of = new Logger(() => secrets.redactor());
      const received: string[] = [];
      of.addCallback((message) => received.push(message), LoggingSeverity.Verbose);
      of.setDir(folder, LoggingSeverity.Verbose);
      of.log(severity, "http", `sent ${token}`);
      await of.close();
      expect(received).toEqual(["[http] sent [redacted]"]);
      expect(written()).toMatch(/\[http\] sent \[redacted\]\n$/);
      expect(written()).not.toContain(token);
    },
  );

  test.each(severities)("is masked in NODE_DEBUG output at severity %s", async (_, severity) => {
    const redactor = createRedactor({ secrets: [token] });
    const printed = await printDebug(() => redactor, severity, `sent ${token}`);
    expect(printed).toEqual([["%s", "[token] sent [redacted]"]]);
  });
});

describe("openLogFile", () => {
  it("writes everything before it is closed and adds only one exit listener", async () => {
    const listeners = process.listenerCount("exit");
    const file = openLogFile(folder);
    const first = process.listenerCount("exit");
    openLogFile(folder).closeNow();
    expect(process.listenerCount("exit")).toBe(first);
    expect(first - listeners).toBeLessThanOrEqual(1);
    file.write(2, "a line");
    await file.close();
    expect(readFileSync(join(folder, "discord.log"), "utf8")).toMatch(/a line\n$/);
  });

  it("forgets a garbage-collected file when the next file is opened", () => {
    const closed = openLogFile(folder);
    const deref = vi.spyOn(WeakRef.prototype, "deref").mockReturnValue(undefined);
    const next = openLogFile(folder);
    const before = deref.mock.calls.length;
    const last = openLogFile(folder);
    const looked = deref.mock.calls.length - before;
    deref.mockRestore();
    // `closed` was forgotten when `next` was opened, so only `next` is checked.
    expect(looked).toBe(1);
    for (const file of [closed, next, last]) file.closeNow();
  });

  it("rotates the log once per start and keeps only the previous one", () => {
    const [log, last] = ["discord.log", "discord.log.1"].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    writeFileSync(last, "two starts ago");
    writeFileSync(log, "the last start");
    for (let clients = 0; clients < 2; clients += 1) openLogFile(folder).closeNow();
    expect(readFileSync(last, "utf8")).toBe("the last start");
    expect(readFileSync(log, "utf8")).not.toContain("start");
  });

  it("renames only regular files and rejects symbolic links", () => {
    const other = join(folder, "other");
    writeFileSync(other, "not a log");
    symlinkSync(other, join(folder, "discord.log"));
    expect(() => openLogFile(folder)).toThrow();
    expect(readFileSync(other, "utf8")).toBe("not a log");
    expect(readdirSync(folder).sort()).toEqual(["discord.log", "other"]);
  });
});
