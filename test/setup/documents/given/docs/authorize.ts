import type { Client } from "slashpass";

export { Client } from "slashpass";
export { startEmulator } from "slashpass/emulator";
export declare const client: Client;
export declare const args: { readonly scopes: string };
export declare const applicationId: string;
export declare const scopes: string;
export declare function show(text: string, reason?: string): void;
export declare function showHint(): void;
export declare function onPaste(listener: (text: string) => void): void;
