import { StackError } from '@svc/local-stack';

/** A problem with a service or a setting that the person at the terminal can act on. */
export class LauncherError extends StackError {
  override name = 'LauncherError';
}
