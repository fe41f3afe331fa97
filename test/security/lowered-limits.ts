import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { recordsImportLocations } from '@svc/contracts';
import { listening, until } from '@svc/testing';
import { gridRows } from '../support/grid.ts';
import { api, make, type Answer, type Api } from '../support/http.ts';
import { openWorld, uniqueWord, type TestUser, type World } from '../support/world.ts';

export const contacts = 'svc-posts/v2/contacts';

/** Limits that can be set are so low here that a few requests reach them. */
const lowered = {
  // More than the queues behind these have, which the same requests reach.
  GETS_AT_ONCE: '16',
  WRITES_AT_ONCE: '16',
  BULK_AT_ONCE: '16',
  IMPORTS_AT_ONCE: '2',
  LIST_QUERIES_AT_ONCE: '2',
  READ_QUEUE_LENGTH: '2',
  QUEUE_LENGTH: '2',
  MAX_FILE_MB: '21',
  MAX_RECORD_FILES_MB: '30',
  MAX_STORED_FILES_MB: '40',
  VALUE_CHECKS_PER_HOUR: '3',
  MESSAGES_PER_HOUR: '2',
  ALL_MESSAGES_PER_HOUR: '3',
};

export interface LimitedWorld {
  readonly world: World;
  readonly mona: TestUser;
  readonly asMona: Api;
  /** The port of a server that another site or a geocoding service could be. It answers when the test lets it. */
  readonly elsewhere: number;
  /** Answers what waits there, so that nothing is found. */
  answerHeld(): number;
  close(): Promise<void>;
}

/** A service with low limits, and its administrator. */
export async function openLimitedWorld(): Promise<LimitedWorld> {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => void held.push(response));
  const elsewhere = await listening(server);
  const world = await openWorld({
    isAlone: true,
    maxPauseMs: 500,
    env: {
      ...lowered,
      DEBUG_MODE: 'true',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      GEOCODING_URL: `http://127.0.0.1:${elsewhere}`,
      EXTENSIONS: join(import.meta.dirname, '../support/files-extension.ts'),
    },
  });
  await world.ask(recordsImportLocations, { rows: [...gridRows] });
  const mona = await world.createUser({ role: 'administrator' });
  return {
    world,
    mona,
    asMona: api(world, mona.token),
    elsewhere,
    answerHeld() {
      const waiting = held.splice(0);
      for (const response of waiting) response.setHeader('content-type', 'application/json').end('[]');
      return waiting.length;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await world.close();
    },
  };
}

/** Work goes on after a refusal. */
export async function worksAgain(by: Api): Promise<void> {
  await until(async () => {
    const id = await make(by, contacts, { name: uniqueWord() });
    expect((await by.get(`${contacts}/${id}`)).status).toBe(200);
  });
}

/** The answer that a client would get for the outcome of an operation. */
export async function asAnswer(asked: Promise<unknown>): Promise<Pick<Answer<unknown>, 'status' | 'body'>> {
  return asked.then(
    (body) => ({ status: 200, body }),
    (error: { code?: string; status?: number; data?: object }) => ({
      status: error.status ?? 0,
      body: { code: error.code, data: { status: error.status } },
    }),
  );
}
