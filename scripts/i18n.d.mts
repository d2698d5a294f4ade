/** Keys a file uses (key → offset), and texts in it that no language setting reaches. */
export declare function textsOf(file: string, source: string): { keys: Map<string, number>; bare: number[] }
