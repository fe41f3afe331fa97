import type { ModuleState, Translate } from '@svc/contracts';

/** A module as the caller reads it, in their language. */
export function presentModule(
  module: ModuleState,
  { translate }: { readonly translate: Translate },
): ModuleState {
  const { label, description } = module;
  return {
    ...module,
    label: translate(label),
    ...(description === undefined ? {} : { description: translate(description) }),
  };
}
