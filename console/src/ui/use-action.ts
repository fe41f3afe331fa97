import { useState } from 'preact/hooks';
import { messageOf } from './message-of.ts';

export interface Action {
  /** Why the last action failed. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Does something, and returns whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** Something that the user does, which the service may refuse. */
export function useAction(): Action {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      setProblem(undefined);
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { problem, isBusy, run };
}
