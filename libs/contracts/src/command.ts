import type { z } from 'zod';
import { serviceOf, type ServiceName } from './operation.ts';

/**
 * Work that a write in one service requests from another. A command is committed in the sender's outbox with the write that
 * caused it, carried out idempotently under its id, and its result goes back to a sender that still waits.
 */
export interface Command<Input = unknown, Result = unknown> {
  /** `<service that carries it out>.<verb>`. */
  readonly name: `${ServiceName}.${string}`;
  /** The one service that may ask for it. */
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

/** The subject a command is committed under: `svc.commands.records.create_user_contact`. */
export function commandSubject(command: Pick<Command, 'name'>): string {
  return `svc.commands.${command.name}`;
}

/** The subject on which the result of one command is announced to its sender, by the service that has carried it out. */
export function commandResultSubject(command: Pick<Command, 'name' | 'sender'>, commandId: string): string {
  return `svc.command-results.${command.sender}.${serviceOf(command)}.${commandId}`;
}
