import { describe } from "vitest";
import { deliverRedirect, openCustomScheme } from "../../src/sign-in/redirect/custom-scheme.ts";
import { parseScheme } from "../../src/sign-in/redirect/custom-scheme-name.ts";
import { describeRedirectReceiver } from "../setup/redirect-receiver-contract.ts";
import { needs } from "../setup/system-parts.ts";
import { useScratchHome } from "./scheme-home.ts";

describe("a separate home directory", needs("Linux"), () => {
  useScratchHome();
  describeRedirectReceiver("the custom scheme", async () => {
    const receiver = await openCustomScheme(parseScheme({ applicationId: "1234567890123456789" }));
    return { receiver, deliver: async (query) => deliverRedirect(`${receiver.redirectUri}?${query}`) };
  });
});
