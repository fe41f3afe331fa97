import type { ComponentChildren } from 'preact';

/** A message beside its cause. Screen readers read a problem at once. */
export function Notice({
  kind,
  children,
}: {
  kind: 'problem' | 'done' | 'hint';
  children: ComponentChildren;
}) {
  return (
    <p class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}
