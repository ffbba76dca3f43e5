import { expect, it } from "vitest";
import { runProgram, warningsIn } from "../setup/child-process.ts";

const root = new URL("../..", import.meta.url).pathname;

async function linesOf(nodeDebug: string, ...flags: string[]): Promise<string[]> {
  const { status, stderr } = await runProgram(process.execPath, [...flags, "examples/01-sign-in.js"], {
    cwd: root,
    env: { ...process.env, NODE_DEBUG: nodeDebug },
  });
  expect(status, stderr).toBe(0);
  return warningsIn(stderr);
}

const requests = [
  /^SLASHPASS \d+: \[http\] POST 127\.0\.0\.1:\d+\/api\/(?:v10\/)?oauth2\/token 200 in \d+ ms: Exchanging the authorization code$/,
];
const stages = ["consent", "authorize", "sign-in"];

it("logs a sign-in's stages and requests with NODE_DEBUG=slashpass", async () => {
  const lines = await linesOf("slashpass");
  for (const request of requests) expect(lines).toContainEqual(expect.stringMatching(request));
  for (const stage of stages) expect(lines.join("\n")).toMatch(new RegExp(`: \\[${stage}\\] (?!\\().+`));
  expect(lines.join("\n")).toContain("the player returned with a code");
});

it("withholds messages that cannot be redacted because the addon is missing", async () => {
  const lines = await linesOf("slashpass", "--no-addons");
  for (const request of requests) expect(lines).toContainEqual(expect.stringMatching(request));
  for (const stage of stages) expect(lines.join("\n")).toContain(`[${stage}] (withheld: `);
  expect(lines.join("\n")).not.toContain("the player returned with a code");
});
