import { beforeAll, describe } from '@jest/globals';
import { type World, worldInCommon } from '../support/world.ts';
import { allClients } from './sequences/all-clients.ts';

let world: World;

beforeAll(async () => {
  world = await worldInCommon();
});

describe.each(allClients)('%s', (_client, sequences) => sequences(() => world));
