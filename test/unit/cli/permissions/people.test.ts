import { expect, it } from "vitest";
import { listPeople } from "../../../../src/cli/permissions/explain.ts";
import { ApiError, ClientError, ErrorType } from "../../../../src/commands/index.ts";

const role = (id: string, name: string) => ({ id, name, position: 0, permissions: "0" });
const guild = { id: "1", name: "Reef", owner_id: "9", roles: [role("1", "@everyone"), role("2", "Crew")] };
const speaksOf = (...ids: string[]) => [
  {
    id: "7",
    application_id: "8",
    guild_id: "1",
    permissions: ids.map((id) => ({ id, type: id === "2" ? (1 as const) : (2 as const), permission: true })),
  },
];

function list(member: (id: string) => object, user?: string, ...ids: string[]) {
  const ofBot = { member: (id: string) => Promise.resolve().then(() => member(id)) };
  const asked = { permissions: speaksOf(...ids), user, signal: new AbortController().signal };
  return listPeople({ ofBot } as never, guild, asked);
}

const known = (id: string) => ({
  user: { id, username: `name-${id}` },
  nick: id === "5" ? "Ada" : null,
  roles: ["2"],
});

it("lists everyone, each role, and each user with an overwrite once", async () => {
  expect(await list(known, undefined, "2", "5", "6", "5")).toEqual([
    { name: "everyone", roles: [] },
    { name: "role Crew", roles: ["2"] },
    { name: "user Ada", memberName: "Ada", userId: "5", roles: ["2"] },
    { name: "user name-6", memberName: "name-6", userId: "6", roles: ["2"] },
  ]);
});

it("lists only the requested member", async () => {
  expect(await list(known, "5", "6")).toEqual([
    { name: "user Ada", memberName: "Ada", userId: "5", roles: ["2"] },
  ]);
});

it("keeps the id of a member who has left, and rethrows other errors", async () => {
  const gone = new ApiError({
    type: ErrorType.HTTPError,
    code: "unknown_member",
    message: "Gone.",
    status: 404,
  });
  const left = await list(() => Promise.reject(gone), undefined, "5");
  expect(left.at(-1)).toEqual({ name: "user 5 (not in the guild)", userId: "5", roles: [] });
  const broken = new ClientError({ type: ErrorType.NetworkError, code: "timeout", message: "Too late." });
  await expect(list(() => Promise.reject(broken), undefined, "5")).rejects.toBe(broken);
  await expect(list(() => Promise.reject(gone), "5")).rejects.toBe(gone);
});
