import { externalAuthNames, longestExternalAuthToken } from "../../wire/external-auth.ts";
import { type Fields, id, oneOf, text } from "../../interactions/messages/rules/checks.ts";

/** Who somebody is elsewhere (the service's published description, `partner_sdk_token`). */
export const externalProof: Fields = {
  required: {
    client_id: id,
    external_auth_type: oneOf(...Object.values(externalAuthNames)),
    external_auth_token: text(longestExternalAuthToken, 1),
  },
  optional: { client_secret: text(Infinity) },
};
