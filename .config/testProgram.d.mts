export declare const testProgram: (file: string) => Promise<{ readonly file: string; readonly remove: () => void }>
