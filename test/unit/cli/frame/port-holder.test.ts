import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Failure } from "../../../../src/cli/frame/failure.ts";
import { namingPortHolder, portHolder } from "../../../../src/cli/frame/port-holder.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

/** A fake /proc: process 4711 listens on port 8181, and process 12 is connected to it. */
function createProc(): string {
  const proc = temporaryFolder();
  mkdirSync(join(proc, "net"));
  const row = (state: string, inode: number) =>
    `   0: 0100007F:1FF5 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000 0 ${inode} 1`;
  writeFileSync(join(proc, "net", "tcp"), `  sl  local_address\n${row("01", 98)}\n${row("0A", 99)}\n`);
  for (const [pid, inode] of [
    ["12", 98],
    ["4711", 99],
  ] as const) {
    mkdirSync(join(proc, pid, "fd"), { recursive: true });
    symlinkSync(`socket:[${inode}]`, join(proc, pid, "fd", "3"));
    writeFileSync(join(proc, pid, "comm"), "node\n");
  }
  return proc;
}

it("returns the process that is listening on a port", async () => {
  const proc = createProc();
  expect(await portHolder(8181, proc)).toBe("node (process 4711)");
  expect(await portHolder(8182, proc)).toBeUndefined();
  expect(await portHolder(8181, join(proc, "absent"))).toBeUndefined();
});

it("returns `undefined` if the process belongs to another user", async () => {
  const proc = createProc();
  writeFileSync(join(proc, "net", "tcp6"), "  sl\n   0: 00000000:1FF6 0:0 0A 0:0 0:0 0 0 0 7 1\n");
  expect(await portHolder(8182, proc)).toBeUndefined();
});

it("rethrows a failure unchanged if it has another code or no port", async () => {
  const other = new Failure("It failed.", { code: "other" });
  await expect(namingPortHolder(8181, Promise.reject(other))).rejects.toBe(other);
  const taken = new Failure("It is taken.", { code: "port_unavailable" });
  await expect(namingPortHolder(undefined, Promise.reject(taken))).rejects.toBe(taken);
});
