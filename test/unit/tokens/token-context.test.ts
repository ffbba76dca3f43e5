import { expect, it } from "vitest";
import { requestOptions } from "../../../src/tokens/token-endpoint.ts";
import { tokenContext } from "../../setup/token-context.ts";

it("The tokens of an answer are registered from its text, also where it is cut off", () => {
  const { context, registered } = tokenContext(() => ({ body: null }));
  requestOptions(context, "Asking", undefined).onText?.('{"access_token":"first-secret","refresh_tok');
  expect(registered).toEqual(new Set(["first-secret"]));
});

it("A refusal is told with the hints of the request", () => {
  const { context } = tokenContext(() => ({ body: null }));
  const { refuse } = requestOptions(context, "Asking", undefined, { hints: { invalid_grant: "Ask again." } });
  const answer = { status: 400, headers: new Headers(), text: '{"error":"invalid_grant"}' };
  expect(refuse(answer)).toMatchObject({ code: "invalid_grant", status: 400, hint: "Ask again." });
});
