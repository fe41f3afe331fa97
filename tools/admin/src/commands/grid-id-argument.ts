import { InvalidArgumentError } from 'commander';

/** Ids of the location grid on the command line, one after the other. */
export function gridIdArgument(text: string, before: readonly number[] = []): readonly number[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It is a number.');
  return [...before, Number(text)];
}
