import type { ModuleState, Translate } from '@svc/contracts';

/** A module with its texts in the caller's language. */
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
