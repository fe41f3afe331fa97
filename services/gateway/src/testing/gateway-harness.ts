import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { pino } from 'pino';
import { usersActor, usersKeys, type Actor, type Operation } from '@svc/contracts';
import { loadConfig, type OperationServer } from '@svc/service-kit';
import { type Answer, ServiceHarness, type Stack, throwAwayStack, userActor } from '@svc/testing';
import { gatewaySettings } from '../config.ts';
import { startGateway, type RunningGateway } from '../service.ts';
import { httpClient, type HttpClient } from './http-client.ts';
import { TokenMaker } from './token-maker.ts';

/** An operation that a stand-in has got. */
export interface Received {
  readonly operation: string;
  readonly input: unknown;
  readonly actor: Actor;
}

/** A gateway of a test. */
interface StartedGateway {
  readonly url: string;
  /** A client with the token of user 7, and one without any. */
  readonly http: HttpClient;
  readonly stranger: HttpClient;
  readonly gateway: RunningGateway;
  /** What it has logged: a line of JSON each. */
  readonly logLines: readonly string[];
  readonly metrics: () => Promise<string>;
}

const issuer = 'https://records.test';

/** The harness of a suite, open while its tests run; each of them sees what came since it began. */
export function harnessOfSuite(): GatewayHarness {
  const harness = new GatewayHarness();
  beforeAll(() => harness.open());
  afterAll(() => harness.close());
  beforeEach(() => {
    harness.received.length = 0;
  });
  return harness;
}

/** Gateways of this process on a real bus, with stand-ins for the services behind them. */
export class GatewayHarness {
  harness!: ServiceHarness;
  tokens!: TokenMaker;
  /** What the stand-ins have got, users' own operations for the gateway left out. */
  readonly received: Received[] = [];
  /** Users that do not exist (any more). */
  readonly goneUsers = new Set<number>();
  #stack!: Stack;

  async open(): Promise<void> {
    this.#stack = await throwAwayStack();
    this.harness = await ServiceHarness.open(this.#stack);
    this.tokens = await TokenMaker.make('k1', issuer);
  }

  /** Stand-ins for what the gateway itself asks of users. */
  async standInForUsers(): Promise<OperationServer<undefined>[]> {
    return [
      await this.harness.standIn(usersKeys, () => ({ keys: [this.tokens.publicKey] })),
      await this.harness.standIn(usersActor, ({ user_id: id }) => ({
        actor: this.goneUsers.has(id) ? null : userActor(id, `User ${id}`, ['access_contacts']),
      })),
    ];
  }

  /** Answers an operation, and remembers what came. */
  async standIn<Input, Output>(
    operation: Operation<Input, Output>,
    answer: (input: Input, actor: Actor) => Answer<Output> | Promise<Answer<Output>>,
  ): Promise<OperationServer<undefined>> {
    return this.harness.standIn(operation, (input, actor) => {
      this.received.push({ operation: operation.name, input, actor });
      return answer(input, actor);
    });
  }

  /** One more gateway. */
  async start(settings: Record<string, string> = {}): Promise<StartedGateway> {
    const config = loadConfig(gatewaySettings, { GATEWAY_PORT: '0', PUBLIC_URL: issuer, ...settings });
    const context = await this.harness.context('gateway');
    const logLines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line) => logLines.push(line) });
    const gateway = await startGateway({ ...context, log }, config);
    this.harness.onClose(() => gateway.stop());
    const metrics = () => context.metrics.registry.metrics();
    const url = `http://127.0.0.1:${gateway.port}`;
    const clients = { http: httpClient(url, await this.tokens.token()), stranger: httpClient(url) };
    return { url, ...clients, gateway, logLines, metrics };
  }

  async close(): Promise<void> {
    await this.harness.close();
    await this.#stack.stop();
  }
}
