import { once } from "node:events";
import { get } from "node:http";
import { prepareLoopback } from "../../../../src/sign-in/redirect/loopback.ts";
import { type SubmitRedirect, withManualRedirect } from "../../../../src/sign-in/redirect/manual.ts";
import { describeRedirectReceiver } from "../../../setup/redirect-receiver-contract.ts";

const openLoopback = () => prepareLoopback().openReceiver();

describeRedirectReceiver("the loopback redirect", async () => {
  const receiver = await openLoopback();
  return { receiver, deliver: (query) => navigate(`${receiver.redirectUri}?${query}`) };
});

describeRedirectReceiver("a redirect pasted by hand", async () => {
  let submit: SubmitRedirect = () => "not_waiting";
  const receiver = withManualRedirect(await openLoopback(), (given) => {
    submit = given;
  });
  return { receiver, deliver: async (query) => submit(`${receiver.redirectUri}?${query}`) };
});

/** Navigates as a browser would, without a script's headers. */
async function navigate(url: string): Promise<void> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, "response")) as [NodeJS.ReadableStream];
  response.resume();
  await once(response, "end");
}
