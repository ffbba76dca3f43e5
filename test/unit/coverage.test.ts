import { expect, test } from "vitest";
import { listRows, writePage } from "../setup/documents/coverage-page.ts";
import { findProblems } from "../setup/documents/evidence.ts";

/** Rows that nothing stands behind: this list can only become shorter. */
const notYet: readonly string[] = [
  "interaction/attachment_size_limit",
  "permissionEndpoints/edit fires the gateway event",
  "otherEndpoints/PUT /channels/{channel_id}/voice-status",
  "otherEndpoints/POST /lobbies/{lobby_id}/members/bulk",
  "otherEndpoints/GET /users/@me/guilds",
  "otherEndpoints/GET, PUT /applications/{application_id}/role-connections/metadata",
  "otherEndpoints/GET, PUT /users/@me/applications/{application_id}/role-connection",
  "otherEndpoints/GET /channels/{channel_id}/thread-members",
  "otherEndpoints/GET /channels/{channel_id}/thread-members/{user_id}",
  "otherEndpoints/POST /guilds",
  "events/Application Command Permissions Update",
  "events/RATE_LIMITED",
  "events/GUILD_MEMBER_ADD",
  "events/GUILD_MEMBER_UPDATE",
  "events/GUILD_MEMBER_REMOVE",
  "events/GUILD_AUDIT_LOG_ENTRY_CREATE",
  "events/ENTITLEMENT_CREATE (gateway)",
  "events/ENTITLEMENT_UPDATE (gateway)",
  "events/SUBSCRIPTION_CREATE (gateway)",
  "events/SUBSCRIPTION_UPDATE (gateway)",
  "events/APPLICATION_AUTHORIZED (webhook)",
  "events/ENTITLEMENT_CREATE (webhook)",
  "events/QUEST_USER_ENROLLMENT (webhook)",
  "events/APPLICATION_DEAUTHORIZED (webhook)",
  "events/payload of the permissions update",
  "events/payloads of webhook events",
  "events/callback type 10 PREMIUM_REQUIRED deprecated",
  "errors/more than 25 embed fields",
  "errors/all-members limit is RATE_LIMITED",
  "limits/components v2",
  "limits/file upload component",
  "limits/file size",
  "limits/embed fields",
  "limits/request for all guild members",
  "limits/voice channel status",
  "limits/lobby members per request",
  "versioning/3 deprecated message interaction field",
  "versioning/3 deprecated callback type 10",
  "versioning/3 deprecated ActionRow and TextInput modals",
  "versioning/5 enforced nonce",
];

test("the rows that nothing stands behind are these", () => {
  expect(listRows().flatMap(([id, row]) => ("notYet" in row ? id : []))).toEqual(notYet);
});

test("every other row has its files and tests, which are there and run", () => {
  const problems = listRows().flatMap(([id, row]) =>
    "notYet" in row ? [] : findProblems(row).map((problem) => `${id}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test("the page is that of the table", async () => {
  await expect(writePage()).toMatchFileSnapshot("../../docs/coverage.md");
});
