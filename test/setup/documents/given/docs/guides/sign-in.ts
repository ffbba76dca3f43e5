import type { Client } from "slashpass";

export declare const client: Client;
export const scopes = "openid sdk.social_layer_presence";
