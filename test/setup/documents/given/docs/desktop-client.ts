import type { Client, ConsentPlace } from "slashpass";

export { Client } from "slashpass";
export { startEmulator } from "slashpass/emulator";
export declare const client: Client;
export declare const applicationId: string;
export declare const scopes: string;
export declare function show(consent: ConsentPlace, instead: string | undefined): void;
