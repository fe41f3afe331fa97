export * from './bus/bus-authorization.ts';
export * from './bus/bus-caller.ts';
export * from './bus/bus-keys.ts';
export * from './bus/call.ts';
export * from './bus/connect-bus.ts';
export * from './bus/external-consumers.ts';
export * from './bus/fair-queue.ts';
export * from './bus/idempotency-claim.ts';
export * from './bus/in-pieces.ts';
export * from './bus/operation-server.ts';
export * from './bus/parse-input.ts';
export * from './bus/slot-map.ts';
export {
  decodeBody,
  encodeBody,
  errorOfReply,
  errorReply,
  type Reply,
  type RequestClient,
} from './bus/wire.ts';
export * from './clean-text/plain-text.ts';
export * from './commands/audit-command.ts';
export * from './commands/serve-commands.ts';
export * from './config/common-settings.ts';
export * from './config/connection-problem.ts';
export * from './config/load-config.ts';
export * from './config/permalink-template.ts';
export * from './config/queue-settings.ts';
export * from './config/setting-types.ts';
export * from './database-failure.ts';
export * from './dead-letters/dead-letter-handlers.ts';
export * from './events/consume-events.ts';
export * from './events/ensure-streams.ts';
export type { HandledMessage } from './events/handled-message.ts';
export * from './events/stream-consumer.ts';
export * from './events/watch-events.ts';
export { DeclarationMistakes } from './extensions/declaration-mistakes.ts';
export { checkForm } from './extensions/check-form.ts';
export { checkGrants } from './extensions/check-grants.ts';
export * from './extensions/hook-engine.ts';
export * from './extensions/load-extensions.ts';
export { withCheckedSetup, type DeclaredFields } from './extensions/with-checked-setup.ts';
export { WriteEffects } from './extensions/write-effects.ts';
export * from './in-batches.ts';
export * from './jobs/backoff.ts';
export type { ObservedJob } from './jobs/observed-job.ts';
export * from './jobs/scheduler.ts';
export * from './lifecycle/ask-status.ts';
export * from './lifecycle/require-operator.ts';
export * from './lifecycle/run-service.ts';
export * from './log/create-logger.ts';
export * from './ops/certificates.ts';
export * from './ops/common-degraded-checks.ts';
export * from './ops/count-dead-letters.ts';
export * from './ops/degradation.ts';
export * from './ops/listed-consumers.ts';
export * from './ops/ops-server.ts';
export * from './ops/service-metrics.ts';
export * from './side-by-side.ts';
export * from './signing/actor-signer.ts';
export * from './signing/actor-verifier.ts';
export * from './signing/keyring.ts';
export * from './signing/keyring-file.ts';
export * from './signing/make-keyrings.ts';
export * from './signing/seal.ts';
export * from './signing/sign-message.ts';
export * from './text/index.ts';
export * from './time/clock-skew.ts';
export * from './time/deadline.ts';
export * from './time/time-slice.ts';
export * from './time/within.ts';
export * from './tracing/span.ts';
