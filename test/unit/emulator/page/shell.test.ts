import { expect, it } from "vitest";
import { shell, shellHeaders } from "../../../../src/emulator/page/shell.ts";

it("allows the page only its own script and style, and the Activity of one application", () => {
  const policy = shellHeaders("http://5.localhost:8080")["content-security-policy"] ?? "";
  expect(policy.split("; ").filter((rule) => !rule.endsWith("'none'"))).toEqual([
    "script-src 'self'",
    expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
    "connect-src 'self'",
    "frame-src http://5.localhost:8080",
    "require-trusted-types-for 'script'",
  ]);
  expect(shell).toContain('<div id="page">');
});
