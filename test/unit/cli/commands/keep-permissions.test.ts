import { describe, expect, it, vi } from "vitest";
import { planKeepingPermissions } from "../../../../src/cli/commands/keep-permissions.ts";
import type { Plan } from "../../../../src/commands/index.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";

/** A call where this store has the player's tokens, and what is planned by it: always the same warnings. */
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

describe("planning", () => {
  it.each([[[]], [["renamed"]]])("asks for no player where no permissions are lost (%j)", async (codes) => {
    const { call, plan, get, note } = createCall(codes);
    expect((await planKeepingPermissions(call, plan)).call).toBe(call);
    expect(plan).toHaveBeenCalledOnce();
    expect(get).not.toHaveBeenCalled();
    expect(note).not.toHaveBeenCalled();
  });

  it("is not done again where the variable has the player's token: that one may not edit them", async () => {
    const { call, plan, get, note } = createCall(lost, { env: { SLASHPASS_ACCESS_TOKEN: "token-of-ada" } });
    expect((await planKeepingPermissions(call, plan)).call).toBe(call);
    expect(plan).toHaveBeenCalledOnce();
    expect(get).not.toHaveBeenCalled();
    expect(note).not.toHaveBeenCalled();
  });

  it("leaves the loss as it is where nobody is signed in, and says nothing of that", async () => {
    const { call, plan, get, note } = createCall(lost);
    expect((await planKeepingPermissions(call, plan)).call).toBe(call);
    expect(get).toHaveBeenCalled();
    expect(plan).toHaveBeenCalledOnce();
    expect(note).not.toHaveBeenCalled();
  });

  it("says why the player's tokens cannot be read, and goes on", async () => {
    const get = () => Promise.reject(new Error("The disk is full."));
    const { call, plan, note } = createCall(lost, { store: { ...memoryTokenStore(), get } });
    expect((await planKeepingPermissions(call, plan)).call).toBe(call);
    expect(plan).toHaveBeenCalledOnce();
    expect(note.mock.calls).toEqual([[expect.stringContaining("token store")]]);
  });
});
