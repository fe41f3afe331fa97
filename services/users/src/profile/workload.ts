import type { Message, Translate } from '@svc/contracts';
const options: Readonly<Record<string, { label: Message; color: string }>> = {
  active: { label: 'Accepting new contacts', color: '#4caf50' },
  existing: { label: "I'm only investing in existing contacts", color: '#ff9800' },
  too_many: { label: 'I have too many contacts', color: '#F43636' },
};

export const workloadKeys: readonly string[] = Object.keys(options);

/** A workload in the form of answers; undefined when it is not set. */
export function shownWorkload(
  key: string,
  translate: Translate,
): { id: string; label: string; color: string } | undefined {
  const option = Object.hasOwn(options, key) ? options[key] : undefined;
  return option && { id: key, ...option, label: translate(option.label) };
}
