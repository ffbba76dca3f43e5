import { describe, expect, it } from "vitest";
import { findForm, readAlert } from "../../../../src/emulator/oauth/page-form.ts";
import { escapeHtml } from "../../../../src/emulator/base/page.ts";

describe("findForm", () => {
  it("fills in the values and sends hidden fields unescaped", () => {
    const secret = `"<&>'`;
    const page = `<p role="alert"><b>Not</b> &quot;so&quot;</p><form method="post" action="/a?x=1&amp;y=2">
<input type="hidden" name="xsrf" value="${escapeHtml(secret)}"><input name="player"><button name="unknown" value="1">`;
    const form = findForm(`${page}</form>`, { player: "Ada", answer: "accept" });
    expect(form?.action).toBe("/a?x=1&y=2");
    expect(Object.fromEntries(form?.fields ?? [])).toEqual({ xsrf: secret, player: "Ada" });
    expect(readAlert(page)).toBe('Not "so"');
    expect([findForm("<p>No form</p>", {}), readAlert("<p>All is well</p>")]).toEqual([undefined, undefined]);
  });

  it("omits fields without a value and keeps unknown entities", () => {
    const page = `<form><input type="hidden"><input type="hidden" name="empty"><input name="a" value="&amp;&nbsp;">
<input type="hidden" name="b" value="&amp;&nbsp;"></form>`;
    const form = findForm(page, {});
    expect(form?.action).toBeUndefined();
    expect(Object.fromEntries(form?.fields ?? [])).toEqual({ b: "&&nbsp;" });
  });
});
