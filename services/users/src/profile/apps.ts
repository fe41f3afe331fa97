import type { Message, Translate } from '@svc/contracts';
import type { UserSettings } from '../model/user-settings.ts';

interface App {
  readonly key: string;
  readonly label: Message;
  readonly description: Message;
}

const apps: readonly App[] = [
  {
    key: 'apps_launcher_magic_key',
    label: 'Home Screen',
    description: 'Your personalized dashboard for apps and training.',
  },
];

/** The apps that users are offered, whatever they may do. Their pages are other programs', so links are empty. */
export function offeredApps(translate: Translate): { label: string; description: string; link: string }[] {
  return apps.map(({ label, description }) => ({
    label: translate(label),
    description: translate(description),
    link: '',
  }));
}

/** The apps that are on after one was switched; undefined when it is none that is offered. */
export function switchApp(on: UserSettings['apps'], key: string): readonly string[] | undefined {
  if (!apps.some((app) => app.key === key)) return undefined;
  return on.includes(key) ? on.filter((other) => other !== key) : [...on, key];
}
