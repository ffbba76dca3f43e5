import { afterAll, beforeAll, describe } from "vitest";
import { deliverRedirect, openCustomScheme } from "../../src/sign-in/redirect/custom-scheme.ts";
import { parseScheme } from "../../src/sign-in/redirect/custom-scheme-name.ts";
import { describeRedirectReceiver } from "../setup/redirect-receiver-contract.ts";
import { needs } from "../setup/system-parts.ts";
import { ScratchHome } from "./scheme-home.ts";

describe("a separate home directory", needs("Linux"), () => {
  let home: ScratchHome;
  beforeAll(() => {
    home = new ScratchHome();
  });
  afterAll(() => home[Symbol.dispose]());

  describeRedirectReceiver("the custom scheme", async () => {
    const receiver = await openCustomScheme(parseScheme({ applicationId: "1234567890123456789" }));
    return { receiver, deliver: async (query) => deliverRedirect(`${receiver.redirectUri}?${query}`) };
  });
});
