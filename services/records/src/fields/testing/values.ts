/** A write that adds these values. */
export const values = (...written: string[]) => ({ values: written.map((value) => ({ value })) });
