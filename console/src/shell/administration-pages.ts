import type { ComponentType } from 'preact';
import { may } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { lazy } from '../ui/lazy.tsx';

/** A page below `/-/` that only some roles see. */
export interface AdministrationPage {
  readonly key: string;
  readonly title: string;
  readonly Page: ComponentType;
}

const PeoplePage = lazy(async () => (await import('../people/people-page.tsx')).PeoplePage);
const RolesPage = lazy(async () => (await import('../people/roles-page.tsx')).RolesPage);
const OperationsPage = lazy(async () => (await import('../operations/operations-page.tsx')).OperationsPage);
const WebhooksPage = lazy(async () => (await import('../operations/webhooks-page.tsx')).WebhooksPage);
const SiteLinksPage = lazy(async () => (await import('../people/site-links-page.tsx')).SiteLinksPage);

/** The pages of administration that the user may see. */
export function administrationPages(): readonly AdministrationPage[] {
  return [
    ...(may('list_users', 'manage_dt') ? [{ key: 'people', title: t('People'), Page: PeoplePage }] : []),
    ...(may('promote_users') ? [{ key: 'roles', title: t('Roles'), Page: RolesPage }] : []),
    ...(may('edit_posts', 'edit_page')
      ? [{ key: 'site-links', title: t('Site links'), Page: SiteLinksPage }]
      : []),
    ...(may('manage_dt')
      ? [
          { key: 'operations', title: t('Operations'), Page: OperationsPage },
          { key: 'webhooks', title: t('Webhooks'), Page: WebhooksPage },
        ]
      : []),
  ];
}
