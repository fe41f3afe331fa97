import type { World } from '../../support/world.ts';
import { contactTransfer } from './contact-transfer.ts';
import { frontEnd } from './front-end.ts';
import { integration } from './integration.ts';
import { mobileAppFilters } from './mobile-app-filters.ts';
import { mobileAppOf2021 } from './mobile-app-2021.ts';
import { mobileApp } from './mobile-app.ts';
import { otherClients } from './other-clients.ts';
import { webForm } from './web-form.ts';

/** The requests of each client in their real order, with its built-in prefix, as tests of the answers. */
export const allClients: readonly [client: string, sequences: (world: () => World) => void][] = [
  ['the mobile app', mobileApp],
  ['the mobile app of 2021', mobileAppOf2021],
  ['the filters of the mobile app', mobileAppFilters],
  ['the web front end', frontEnd],
  ['a web form', webForm],
  ['another installation', contactTransfer],
  ['an integration platform', integration],
  ['other clients', otherClients],
];
