import type { AuthorizationInit, Client } from "slashpass";

export declare const client: Client;
export declare const applicationId: string;
export declare const args: AuthorizationInit;
