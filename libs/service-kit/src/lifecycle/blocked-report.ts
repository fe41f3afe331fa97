/** The key of the function in the watched thread that the watchdog calls. */
export const blockedReport = Symbol.for('svc.blockedReport');

/** An event loop that is blocked. */
export interface BlockedReport {
  readonly blockedMs: number;
  /** The running function and its place: `compute (file:///…/index.ts:12)`. */
  readonly at: string;
  /** Whether the process ends after it. */
  readonly isLast: boolean;
}
