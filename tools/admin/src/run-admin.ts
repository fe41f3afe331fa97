import { CommanderError } from 'commander';
import { explainError } from './explain-error.ts';
import { program } from './program.ts';
import type { Terminal } from './terminal.ts';

const usageError = 2;

/** Runs the admin tool and returns its exit code: 0, 1 when the command failed, 2 for wrong usage. */
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync([...args], { from: 'user' });
    return Number(terminal.exitCode ?? 0);
  } catch (error) {
    // Commander has already printed the message or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    terminal.stderr.write(`${explainError(error)}\n`);
    return 1;
  }
}
