import { beforeAll, describe } from '@jest/globals';
import { type World, worldInCommon } from '../support/world.ts';
import { contactTransfer } from './sequences/contact-transfer.ts';
import { frontEnd } from './sequences/front-end.ts';
import { integration } from './sequences/integration.ts';
import { mobileAppFilters } from './sequences/mobile-app-filters.ts';
import { mobileAppOf2021 } from './sequences/mobile-app-2021.ts';
import { mobileApp } from './sequences/mobile-app.ts';
import { otherClients } from './sequences/other-clients.ts';
import { webForm } from './sequences/web-form.ts';

let world: World;

beforeAll(async () => {
  world = await worldInCommon();
});

/** The requests of each client in their real order, with its built-in prefix. */
describe.each<[string, (world: () => World) => void]>([
  ['the mobile app', mobileApp],
  ['the mobile app of 2021', mobileAppOf2021],
  ['the filters of the mobile app', mobileAppFilters],
  ['the web front end', frontEnd],
  ['a web form', webForm],
  ['another installation', contactTransfer],
  ['an integration platform', integration],
  ['other clients', otherClients],
])('%s', (_client, sequences) => sequences(() => world));
