import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, nanos, type JetStreamManager, type NatsConnection } from 'nats';
import { eventStream, viewStream } from '@svc/contracts';
import { freePorts, type Guard, startGuard, temporaryDirectory, until } from '@svc/testing';
import { ensureStreams, updateStreams } from './ensure-streams.ts';

const programs = process.env['SERVER_PROGRAMS'];
/** Where servers run in Docker there is no program for three more. */
const withPrograms = programs === undefined ? describe.skip : describe;

const names = ['first', 'second', 'third'];
const day = 24 * 60 * 60 * 1000;

withPrograms('on a server without JetStream', () => {
  test('creating the streams fails because JetStream is disabled', async () => {
    const guard = await startGuard();
    try {
      const [port] = await freePorts(1);
      const args = ['-a', '127.0.0.1', '-p', String(port)];
      const child = await guard.spawn({ file: join(programs ?? '', 'nats-server'), args });
      for (const output of [child.stdout, child.stderr]) output?.resume();
      const bus = await until(() => connect({ servers: `127.0.0.1:${port}` }));
      const streams = ensureStreams(await bus.jetstreamManager({ checkAPI: false }), { warn: () => {} });
      await expect(streams).rejects.toThrow('JetStream is disabled');
      await bus.close();
    } finally {
      await guard.close();
    }
  });
});

withPrograms('on a cluster of three servers', () => {
  let guard: Guard;
  let servers: Map<string, ChildProcess>;
  let bus: NatsConnection;
  let manager: JetStreamManager;

  beforeAll(async () => {
    const directory = temporaryDirectory();
    guard = await startGuard();
    const ports = await freePorts(6);
    const routes = ports.slice(3).map((port) => `nats://127.0.0.1:${port}`);
    servers = new Map();
    for (const [index, name] of names.entries()) {
      const file = join(directory, `${name}.conf`);
      writeFileSync(
        file,
        `server_name: ${name}
listen: "127.0.0.1:${ports[index]}"
jetstream { store_dir: "${join(directory, name)}" }
cluster { name: test, listen: "127.0.0.1:${ports[index + 3]}", routes: [${routes.join(', ')}] }
`,
      );
      const child = await guard.spawn({ file: join(programs ?? '', 'nats-server'), args: ['-c', file] });
      for (const output of [child.stdout, child.stderr]) output?.resume();
      servers.set(name, child);
    }
    const urls = ports.slice(0, 3).map((port) => `127.0.0.1:${port}`);
    await until(async () => {
      bus = await connect({ servers: urls, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    });
    await until(async () => {
      manager = await bus.jetstreamManager({ timeout: 2_000 });
      await ensureStreams(manager, { warn: () => {} });
    });
  });

  afterAll(async () => {
    await bus?.close();
    await guard?.close();
  });

  const infoOf = (stream: string) => until(() => manager.streams.info(stream));
  const warnings = async (eventDays?: number) => {
    const streams: unknown[] = [];
    await ensureStreams(manager, { warn: (about: unknown) => void streams.push(about) }, eventDays);
    return streams;
  };

  test('streams keep their number of replicas when other settings change', async () => {
    expect(await infoOf(eventStream)).toMatchObject({ config: { num_replicas: 1 } });
    await updateStreams(manager, { replicas: 3 });
    expect(await infoOf(viewStream)).toMatchObject({ config: { num_replicas: 3 } });
    expect(await warnings()).toEqual([]);
    expect(await warnings(2)).toEqual([{ stream: eventStream }]);
    await updateStreams(manager, { eventDays: 2 });
    expect(await infoOf(eventStream)).toMatchObject({ config: { num_replicas: 3, max_age: nanos(2 * day) } });
    expect(await warnings(2)).toEqual([]);
  });

  test('replicated streams lose no event and can be updated after a server dies', async () => {
    await updateStreams(manager, { replicas: 3 });
    const stream = bus.jetstream();
    const publish = (number: number) =>
      until(async () => {
        await stream.publish('svc.events.test', String(number), { msgID: String(number) });
      });
    for (let number = 0; number < 20; number += 1) await publish(number);
    const leader = await until(async () => {
      const { cluster } = await manager.streams.info(eventStream);
      return servers.get(cluster?.leader ?? '') ?? Promise.reject(new Error('no leader yet'));
    });
    leader.kill('SIGKILL');
    await updateStreams(manager, { eventDays: 3 });
    expect(await infoOf(eventStream)).toMatchObject({ config: { max_age: nanos(3 * day) } });
    for (let number = 20; number < 40; number += 1) await publish(number);
    await until(async () => {
      const { state } = await manager.streams.info(eventStream);
      expect(state.messages).toBe(40);
    });
  });
});
