import { usersNoteAudit, type InputOf } from '@svc/contracts';
import { readAdminConfig } from './config.ts';
import { explainError } from './explain-error.ts';
import { withDeployment } from './services.ts';
import { printError, type Terminal } from './terminal.ts';

/**
 * Writes an entry of the audit log about a command that no service carries out, before it begins. Without an answer of users the command goes
 * on, since some of these commands repair an installation, and says so.
 */
export async function noteAudit(terminal: Terminal, entry: InputOf<typeof usersNoteAudit>): Promise<void> {
  try {
    await withDeployment(readAdminConfig(terminal.env), ({ ask }) => ask(usersNoteAudit, entry));
  } catch (error) {
    printError(terminal, `The audit log has no entry about ${entry.action}: ${explainError(error)}`);
  }
}
