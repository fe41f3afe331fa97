import { InvalidArgumentError } from 'commander';

/** Parses a whole number within bounds. @throws InvalidArgumentError with `rule` for any other text. */
export const wholeNumber =
  (min: number, max: number, rule: string) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(rule);
  };

export const idArgument = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Must be a positive whole number.');
