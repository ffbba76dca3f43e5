import { expect, it } from "vitest";
import { requestOptions } from "../../../src/tokens/token-endpoint.ts";
import { tokenContext } from "../../setup/token-context.ts";

it("registers the tokens of a response from its text, even if it is truncated", () => {
  const { context, registered } = tokenContext(() => ({ body: null }));
  requestOptions(context, "Asking", undefined).onText?.('{"access_token":"first-secret","refresh_tok');
  expect(registered).toEqual(new Set(["first-secret"]));
});

it("adds the request's hint to a refusal", () => {
  const { context } = tokenContext(() => ({ body: null }));
  const { refuse } = requestOptions(context, "Asking", undefined, { hints: { invalid_grant: "Ask again." } });
  const answer = { status: 400, headers: new Headers(), text: '{"error":"invalid_grant"}' };
  expect(refuse(answer)).toMatchObject({ code: "invalid_grant", status: 400, hint: "Ask again." });
});
