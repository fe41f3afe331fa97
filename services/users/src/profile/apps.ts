import type { Saying, Translate } from '@svc/contracts';
import type { UserSettings } from '../store/user-settings.ts';

interface App {
  readonly key: string;
  readonly label: Saying;
  readonly description: Saying;
  /** Who is offered it. */
  readonly capability: string;
}

const apps: readonly App[] = [
  {
    key: 'apps_launcher_magic_key',
    label: 'Home Screen',
    description: 'Your personalized dashboard for apps and training.',
    capability: 'can_access_home_screen',
  },
];

/** The apps that users with these capabilities are offered. Their pages are other programs', so links are empty. */
export function offeredApps(
  capabilities: readonly string[],
  translate: Translate,
): { label: string; description: string; link: string }[] {
  return apps
    .filter(({ capability }) => capabilities.includes(capability))
    .map(({ label, description }) => ({
      label: translate(label),
      description: translate(description),
      link: '',
    }));
}

/** The apps that are on after one was switched; undefined when it is none that is offered. */
export function switchApp(
  on: UserSettings['apps'],
  key: string,
  capabilities: readonly string[],
): readonly string[] | undefined {
  const isOffered = apps.some((app) => app.key === key && capabilities.includes(app.capability));
  if (!isOffered) return undefined;
  return on.includes(key) ? on.filter((other) => other !== key) : [...on, key];
}
