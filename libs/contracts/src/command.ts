import type { z } from 'zod';
import type { ServiceName } from './identity.ts';
import { serviceOf } from './operation.ts';

/**
 * Work that a write in one service requests from another. The sender commits it to its outbox with the write. The receiver carries it
 * out idempotently under its id, and sends the result to the sender, if that still waits.
 */
export interface Command<Input = unknown, Result = unknown> {
  /** `<service that carries it out>.<verb>` */
  readonly name: `${ServiceName}.${string}`;
  /** The only service that may send it. */
  readonly sender: ServiceName;
  readonly summary: string;
  readonly input: z.ZodType<Input>;
  readonly result: z.ZodType<Result>;
}

/** Declares a command; its types are inferred from the schemas. */
export function defineCommand<Input, Result>(command: Command<Input, Result>): Command<Input, Result> {
  return command;
}

/** The stream that holds commands until they are carried out. */
export const commandStream = 'SVC_COMMANDS';

/** The bus subject of a command: `svc.commands.records.create_user_contact`. */
export function commandSubject(command: Pick<Command, 'name'>): string {
  return `svc.commands.${command.name}`;
}

/** The subject on which the service that has carried out a command publishes its result for the sender. */
export function commandResultSubject(command: Pick<Command, 'name' | 'sender'>, commandId: string): string {
  return `svc.command-results.${command.sender}.${serviceOf(command)}.${commandId}`;
}
