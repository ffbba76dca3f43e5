import type { Client, Session } from "slashpass";

export declare const client: Client;
export declare const session: Session;
export const scopes = "openid sdk.social_layer_presence";
export declare function ask(question: string): Promise<boolean>;
export declare function joinParty(secret: string): void;
