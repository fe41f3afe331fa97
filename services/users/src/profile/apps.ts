import type { Message, Translate } from '@svc/contracts';
import type { UserSettings } from '../model/user-settings.ts';

const apps: readonly { readonly key: string; readonly label: Message; readonly description: Message }[] = [
  {
    key: 'apps_launcher_magic_key',
    label: 'Home Screen',
    description: 'Your personalized dashboard for apps and training.',
  },
];

/** The apps offered to every user. Their pages belong to other programs, so links are empty. */
export function offeredApps(translate: Translate): { label: string; description: string; link: string }[] {
  return apps.map(({ label, description }) => ({
    label: translate(label),
    description: translate(description),
    link: '',
  }));
}

/** The keys of active apps after toggling one; undefined for an app that is not offered. */
export function switchApp(on: UserSettings['apps'], key: string): readonly string[] | undefined {
  if (!apps.some((app) => app.key === key)) return undefined;
  return on.includes(key) ? on.filter((other) => other !== key) : [...on, key];
}
