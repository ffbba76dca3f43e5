import { prepareLoopback } from "../../../../src/sign-in/redirect/loopback.ts";
import { receiveOrPaste, type SubmitRedirect } from "../../../../src/sign-in/redirect/manual.ts";
import type { RedirectReceiver } from "../../../../src/sign-in/redirect/receiver.ts";
import { visitOnce } from "../../../flow/fixtures/visit.js";
import { describeRedirectReceiver } from "../../../setup/redirect-receiver-contract.ts";

const openLoopback = () => prepareLoopback().openReceiver();

describeRedirectReceiver("the loopback redirect", async () => {
  const receiver = await openLoopback();
  return { receiver, deliver: (query) => visitOnce(`${receiver.redirectUri}?${query}`) };
});

describeRedirectReceiver("a redirect pasted by hand", async () => {
  let submit: SubmitRedirect = () => "not_waiting";
  const loopback = await openLoopback();
  const receiver: RedirectReceiver = {
    ...loopback,
    receive: (judge, options) => receiveOrPaste(loopback, (given) => (submit = given), judge, options),
  };
  return { receiver, deliver: async (query) => submit(`${receiver.redirectUri}?${query}`) };
});
