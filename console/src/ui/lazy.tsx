import type { ComponentType } from 'preact';
import { t } from '../text/t.ts';
import { messageOf } from './message-of.ts';
import { Notice } from './notice.tsx';
import { useLoaded } from './use-loaded.ts';

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  return function Lazy(props: Props) {
    // A state that is a function would be called: the component is in an object.
    const { value, error } = useLoaded(async () => ({ Component: await (loading ??= load()) }), []);
    if (error !== undefined) return <Notice kind="problem">{messageOf(error)}</Notice>;
    return value ? <value.Component {...props} /> : <p class="muted">{t('Loading …')}</p>;
  };
}
