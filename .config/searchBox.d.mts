export declare const target: string
export declare const searchBox: () => Promise<void>
