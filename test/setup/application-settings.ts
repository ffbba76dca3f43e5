import type { ApplicationData } from "../../src/resources/index.ts";
import { applicationId } from "./commands/samples.ts";

/** A PNG image's first bytes. */
export const pngBytes: Uint8Array = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);

/** A new application in the service's format. */
export const newApplication: ApplicationData = {
  id: applicationId,
  name: "Example Game",
  description: "",
  icon: null,
  flags: 0,
  verify_key: "0".repeat(64),
  redirect_uris: [],
  interactions_endpoint_url: null,
  role_connections_verification_url: null,
  explicit_content_filter: 0,
};
