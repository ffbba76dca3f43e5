export declare const applicationId: string;
