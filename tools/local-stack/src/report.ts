/** Takes one finished line of progress, without a line break. */
export type Report = (line: string) => void;
