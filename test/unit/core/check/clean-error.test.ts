import { describe, expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { cleanCopy } from "../../../../src/core/check/callback.ts";

const clean = (text: string) => text.replaceAll("s3cret", "[redacted]");
const fields = { type: ErrorType.HTTPError, code: "my_game/disk_full", message: "it failed" } as const;

/** A caller's error with invalid or secret content. */
function changed(changes: object): ClientError {
  return Object.assign(Object.create(ClientError.prototype) as ClientError, { ...fields, ...changes });
}

describe("cleanCopy", () => {
  it("returns an error without secrets unchanged", () => {
    const error = new ClientError({ ...fields, hint: "try again", status: 500 });
    expect(cleanCopy(error, clean)).toBe(error);
  });

  it("copies an error with a secret, removes the secret and drops extra properties", () => {
    const error = new ClientError({
      ...fields,
      message: "no s3cret",
      hint: "a s3cret",
      responseBody: "the s3cret",
      status: 503,
      errorCode: 7,
      retryable: true,
      retryAfter: 2,
    });
    const copy = cleanCopy(Object.assign(error, { cause: new Error("s3cret") }), clean);
    expect(copy).not.toBe(error);
    expect(copy).toMatchObject({
      message: "no [redacted]",
      hint: "a [redacted]",
      responseBody: "the [redacted]",
      status: 503,
      errorCode: 7,
      retryable: true,
      retryAfter: 2,
    });
    expect([copy?.cause, copy?.stack?.includes("s3cret")]).toEqual([undefined, false]);
  });

  it("drops fields of the wrong type", () => {
    const copy = cleanCopy(changed({ status: "s3cret", errorCode: {}, retryable: "yes" }), clean);
    expect(copy).toMatchObject({ ...fields, retryable: false });
    expect([copy?.status, copy?.errorCode]).toEqual([undefined, undefined]);
  });

  it.each([{ type: 99 }, { code: "s3cret code" }, { code: 7 }, { message: undefined }])(
    "returns undefined for an error with %j",
    (changes) => {
      expect(cleanCopy(changed(changes), clean)).toBe(undefined);
    },
  );

  it("returns undefined if a getter throws", () => {
    const error = new ClientError(fields);
    Object.defineProperty(error, "message", {
      get() {
        throw new Error("s3cret");
      },
    });
    expect(cleanCopy(error, clean)).toBe(undefined);
  });
});
