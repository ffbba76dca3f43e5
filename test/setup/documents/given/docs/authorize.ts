import type { Client } from "slashpass";

export { Client } from "slashpass";
export declare const client: Client;
export declare const args: { readonly scopes: string };
export declare function show(url: string): void;
export declare function showHint(): void;
export declare function onPaste(listener: (text: string) => void): void;
