import { describe, expect, it } from "vitest";
import { validateCommand, validateCommandSet } from "../../../../src/commands/rules/validate.ts";
import type { Finding } from "../../../../src/commands/rules/visit.ts";
import { Refusal } from "../../../../src/emulator/base/refusal.ts";
import { refuseFindings, tooManyCommands } from "../../../../src/emulator/state/form-errors.ts";

const scope = { scope: "global" } as const;

function refusalOf(findings: readonly Finding[]) {
  try {
    refuseFindings(findings);
  } catch (error) {
    if (error instanceof Refusal) return error.body;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("an invalid body", () => {
  it("is rejected with each error at its own location", () => {
    const option = { type: 3, name: "TEXT", description: "" };
    const findings = validateCommandSet(
      [
        { name: "ping", description: "Pongs" },
        { name: "pong", description: "x", options: [option, { ...option, name: "text" }] },
      ],
      scope,
    );
    const short = { description: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] } };
    expect(refusalOf(findings)).toMatchObject({
      code: 50_035,
      message: "Invalid Form Body",
      errors: {
        1: {
          options: {
            0: { ...short, name: { _errors: [{ code: "APPLICATION_COMMAND_INVALID_NAME" }] } },
            1: short,
          },
        },
      },
    });
  });

  it("can have two errors at one location", () => {
    const [finding] = validateCommand({ name: "", description: "x" }, scope);
    const twice = [
      finding ?? expect.unreachable(),
      { ...(finding ?? expect.unreachable()), message: "is wrong too." },
    ];
    expect(refusalOf(twice)).toMatchObject({
      errors: { name: { _errors: [{}, { message: expect.stringContaining("is wrong too.") }] } },
    });
  });

  it("has a generic error code if the service's code is unknown", () => {
    const finding = {
      rule: "choice-name-unique",
      severity: "error",
      keys: ["__proto__"],
      message: "m.",
      fix: "f.",
    };
    const { errors } = refusalOf([finding as unknown as Finding]) as { errors: object };
    expect(Object.getOwnPropertyDescriptor(errors, "__proto__")?.value).toEqual({
      _errors: [{ code: "BASE_TYPE_CHOICES", message: "It m. f." }],
    });
  });

  it("reports a duplicate name at the command or option", () => {
    const option = { type: 3, name: "text", description: "x" };
    const ping = { name: "ping", description: "x", options: [option, option] };
    expect(refusalOf(validateCommandSet([ping, ping], scope))).toMatchObject({
      errors: {
        0: { options: { 1: { _errors: [{ code: "APPLICATION_COMMAND_OPTIONS_NAME_INVALID" }] } } },
        1: { _errors: [{ code: "APPLICATION_COMMANDS_DUPLICATE_NAME" }] },
      },
    });
  });

  it("is accepted if it causes only warnings", () => {
    const warning = {
      rule: "name-length",
      severity: "warning",
      keys: [],
      message: "",
      fix: "",
    };
    expect(() => refuseFindings([warning as unknown as Finding])).not.toThrow();
    expect(() => refuseFindings([])).not.toThrow();
  });
});

it("reports too many commands with a separate error (30032)", () => {
  const set = Array.from({ length: 101 }, (_, index) => ({ name: `c${index}`, description: "x" }));
  expect(refusalOf(validateCommandSet(set, scope))).toEqual(tooManyCommands(100).body);
  expect(tooManyCommands(15).body).toMatchObject({ code: 30_032, message: expect.stringContaining("(15)") });
});
