import { expect } from '@jest/globals';

export { run } from './run-in-process.ts';

/** The result of `run` when the tool succeeds with this output. */
export const told = (stdout: string) => ({ code: 0, stdout, stderr: '' });

/** The result of `run` when the tool refuses with a message that contains this text. */
export const refused = (text: string, code = 1) => ({
  code,
  stdout: '',
  stderr: expect.stringContaining(text),
});
