import { expect, it } from "vitest";
import { validationError } from "../../../../src/core/errors.ts";
import { carryOut } from "../../../../src/cli/app/carry-out.ts";
import type { ApplicationEndpoints } from "../../../../src/resources/index.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { readObject } from "../../../setup/program/schema.ts";

const settings = { kind: "settings", body: { description: "New" } } as const;
const metadata = { kind: "metadata", body: [] } as const;
const plan = { applicationId: "1400000000000000001", changes: [], writes: [metadata, settings] };

type Apply = ApplicationEndpoints["apply"];

async function told(apply: Apply, signal = new AbortController().signal) {
  const run = await runningAct(
    (call) => carryOut(call, { apply }, plan).then(() => ({ result: {} })),
    ["--json"],
    { signal },
  );
  return { code: run.code, error: readObject(run.stdout).error };
}

it.each([
  [[], "Interrupted: 0 of 2 requests were done. The service may have completed the pending one."],
  [[metadata], "Interrupted: 1 of 2 requests was done. The service may have completed the pending one."],
])("reports completed requests at Ctrl-C: %j", async (done, message) => {
  const end = new AbortController();
  const { code, error } = await told((_plan, options) => {
    for (const write of done) options?.onWritten?.(write);
    end.abort();
    return Promise.reject(validationError("aborted", "Aborted."));
  }, end.signal);
  expect(code).toBe(130);
  expect(error).toMatchObject({
    code: "interrupted",
    message,
    hint: "Run the command again to continue: it plans the remaining changes.",
    details: { done: done.map(({ kind }) => kind) },
  });
});

it("reports completed requests after a failure, or only the reason if there are none", async () => {
  const failure = validationError("invalid_form_body", "The service refused it.");
  const partly = await told((_plan, options) => {
    options?.onWritten?.(metadata);
    return Promise.reject(failure);
  });
  expect(partly).toMatchObject({
    code: 1,
    error: {
      code: "invalid_form_body",
      message: "Applying stopped: 1 of 2 requests was done. The service refused it.",
      hint: "Run the command again to continue: it plans the remaining changes.",
    },
  });
  const none = await told(() => Promise.reject(failure));
  expect(none.error).toMatchObject({ message: "The service refused it." });
});
