export { consumeEvents } from './consume-events.ts';
export type { ConsumeOptions, Handler, Problem } from './consume-events.ts';
export { fileLedger, memoryLedger } from './ledger.ts';
export type { Ledger, Standing } from './ledger.ts';
export type { EventData, FieldChange, ServiceEvent } from './service-event.ts';
