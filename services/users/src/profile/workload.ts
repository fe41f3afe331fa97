import type { Message, Translate, workloads } from '@svc/contracts';

const options: Readonly<Record<(typeof workloads)[number], { label: Message; color: string }>> = {
  active: { label: 'Accepting new contacts', color: '#4caf50' },
  existing: { label: "I'm only investing in existing contacts", color: '#ff9800' },
  too_many: { label: 'I have too many contacts', color: '#F43636' },
};

/** A workload in the form of answers; undefined when it is not set. */
export function shownWorkload(
  key: string,
  translate: Translate,
): { id: string; label: string; color: string } | undefined {
  const option = isWorkload(key) ? options[key] : undefined;
  return option && { id: key, ...option, label: translate(option.label) };
}

function isWorkload(key: string): key is keyof typeof options {
  return Object.hasOwn(options, key);
}
