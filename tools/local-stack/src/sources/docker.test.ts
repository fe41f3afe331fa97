import { expect, test } from '@jest/globals';
import { defaultTiming } from '../processes/supervised-process.ts';
import { nats } from '../servers/nats.ts';
import { contextOfSuite } from '../testing/test-context.ts';
import { dockerSource } from './docker.ts';
import { dockerAnswers } from './docker-answers.ts';

const answers = await dockerAnswers(process.env);
if (!answers) process.stderr.write('Skipped: servers in Docker, because no Docker engine answers here.\n');

const world = contextOfSuite();

(answers ? test : test.skip)('official images are run where a Docker engine answers', async () => {
  const servers = await world.openAll(dockerSource, {
    env: process.env,
    timing: { ...defaultTiming, readyWithin: 300_000 },
  });
  expect(servers.map(({ source }) => source)).toEqual(['docker', 'docker', 'docker']);
});

test('without an engine the server is left to the next source', async () => {
  const env = { DOCKER_HOST: 'unix:///nowhere/docker.sock' };
  expect(await dockerSource.open(nats, { ...world.context, env })).toBeUndefined();
});
