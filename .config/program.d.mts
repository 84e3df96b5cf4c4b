export declare const program: () => Promise<{ readonly file: string; readonly isNew: boolean }>
