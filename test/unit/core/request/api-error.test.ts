import { expect, test } from "vitest";
import { ApiError } from "../../../../src/core/request/api-error.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";

const init = { type: ErrorType.HTTPError, code: "not_found", message: "It is not there." } as const;

test("is a ClientError with its own name", () => {
  const error = new ApiError(init);
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({ name: "ApiError", fieldErrors: [], ...init });
  expect(Object.keys(error)).not.toContain("name");
});

test("keeps the field errors", () => {
  const fieldErrors = [{ path: "name", code: "REQUIRED", message: "It is missing." }];
  expect(new ApiError({ ...init, fieldErrors }).fieldErrors).toEqual(fieldErrors);
});
