export { openLocalCopy } from './local-copy.ts';
export type {
  Decision,
  LocalCopy,
  LocalCopyOptions,
  LocalQuery,
  LocalRecord,
  LocalRecords,
  LocalWriteOptions,
  Synced,
  Undecided,
} from './local-copy.ts';
export { indexedDbStorage } from './indexed-db-storage.ts';
export { memoryStorage } from './local-storage.ts';
export type { LocalStorage, StoredEntry, StoreName } from './local-storage.ts';
export type { LocalWrite } from './local-write.ts';
