export declare const target: string
export declare const playground: () => Promise<void>
