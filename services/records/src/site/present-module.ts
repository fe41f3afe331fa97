import type { ModuleState } from '@svc/contracts';
import type { RecordsDeps } from '../deps.ts';

/** A module as the caller reads it, in his language. */
export function presentModule(
  module: ModuleState,
  { translate }: Pick<RecordsDeps, 'translate'>,
): ModuleState {
  const { label, description } = module;
  return {
    ...module,
    label: translate(label),
    ...(description === undefined ? {} : { description: translate(description) }),
  };
}
