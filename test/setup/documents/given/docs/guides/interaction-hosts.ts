import type { SignedEndpoint } from "slashpass/interactions";

export declare const handler: SignedEndpoint;
