/** Prints a line of progress, given without a line break. */
export type Report = (line: string) => void;
