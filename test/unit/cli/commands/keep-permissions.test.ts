import { describe, expect, it, vi } from "vitest";
import { planKeepingPermissions } from "../../../../src/cli/commands/make-plan.ts";
import type { Plan } from "../../../../src/commands/index.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";

/** Creates a call with this token store, and a plan function that always returns the same warnings. */
function createCall(codes: readonly string[], { env = {}, store = memoryTokenStore() } = {}) {
  const note = vi.fn<(text: string) => void>();
  const call = {
    env: { SLASHPASS_APPLICATION_ID: "1400000000000000001", ...env },
    options: {},
    cwd: "/",
    own: { store },
    signal: new AbortController().signal,
    terminal: { note },
  } as unknown as Parameters<typeof planKeepingPermissions>[0];
  const warnings = codes.map((code) => ({ code, message: "Something." }));
  const plan = vi.fn((as: typeof call) =>
    Promise.resolve({ call: as, plan: { warnings } as unknown as Plan }),
  );
  return { call, plan, note, get: vi.spyOn(store, "get") };
}

const lost = ["permissions-lost"];

describe("planKeepingPermissions", () => {
  it.each([[[]], [["renamed"]]])(
    "does not read the player's tokens if no permissions are lost (%j)",
    async (codes) => {
      const { call, plan, get, note } = createCall(codes);
      expect((await planKeepingPermissions(call, plan)).call).toBe(call);
      expect(plan).toHaveBeenCalledOnce();
      expect(get).not.toHaveBeenCalled();
      expect(note).not.toHaveBeenCalled();
    },
  );

  it("does not plan again with the player's token from the variable, which may not edit permissions", async () => {
    const { call, plan, get, note } = createCall(lost, { env: { SLASHPASS_ACCESS_TOKEN: "token-of-ada" } });
    expect((await planKeepingPermissions(call, plan)).call).toBe(call);
    expect(plan).toHaveBeenCalledOnce();
    expect(get).not.toHaveBeenCalled();
    expect(note).not.toHaveBeenCalled();
  });

  it("keeps the plan without a note if no player is signed in", async () => {
    const { call, plan, get, note } = createCall(lost);
    expect((await planKeepingPermissions(call, plan)).call).toBe(call);
    expect(get).toHaveBeenCalled();
    expect(plan).toHaveBeenCalledOnce();
    expect(note).not.toHaveBeenCalled();
  });

  it("reports why the player's tokens cannot be read, and continues", async () => {
    const get = () => Promise.reject(new Error("The disk is full."));
    const { call, plan, note } = createCall(lost, { store: { ...memoryTokenStore(), get } });
    expect((await planKeepingPermissions(call, plan)).call).toBe(call);
    expect(plan).toHaveBeenCalledOnce();
    expect(note.mock.calls).toEqual([[expect.stringContaining("token store")]]);
  });
});
