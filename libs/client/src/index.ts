export type { Aggregated, AggregateQuery, AggregateResult, Group, Measures, NumberKey } from './aggregate.ts';
export type { BatchItem, BatchResult } from './batch.ts';
export type {
  Comment,
  CommentMeta,
  CommentOptions,
  CommentPage,
  Comments,
  NewCommentOptions,
  Reaction,
  ReactionKey,
  WrittenComment,
} from './comments.ts';
export { createClient } from './create-client.ts';
export type { ClientAuth, LoginSession } from './auth.ts';
export type { Client, ClientCore, ClientOptions } from './create-client.ts';
export type { ClientErrorCode, ErrorCode, ServiceErrorCode } from './error-codes.ts';
export { isServiceError, ServiceError } from './errors.ts';
export type { ErrorData, FieldProblem, ServiceErrorOf } from './errors.ts';
export type {
  ClientEventOptions,
  CommentEvent,
  EventOptions,
  LiveEvent,
  NotificationEvent,
  RecordEvent,
  RecordEventOptions,
  ResyncEvent,
} from './events.ts';
export { add, remove, replaceWith } from './field-types.ts';
export type * from './field-types.ts';
export type { DeletedFile, Files, RenamedFile, UploadedFile, UploadFile, UploadOptions } from './files.ts';
export type { History, HistoryItem, HistoryPage, Period } from './history.ts';
export type { ListQuery, PageQuery } from './list-query.ts';
export type { Notification, NotificationQuery, Notifications } from './notifications.ts';
export type {
  CreateOptions,
  DeleteOptions,
  Page,
  Records,
  RecordWriteOptions,
  UncountedPage,
  UpdateOptions,
} from './records.ts';
export type {
  CreateOf,
  FileKey,
  GenericFields,
  GenericSchema,
  ListItemHead,
  ListItemOf,
  PostTypeOf,
  RecordHead,
  RecordOf,
  SelectedRecordOf,
  SelectOf,
  SortOf,
  UpdateOf,
  Versioned,
  WhereOf,
  Written,
} from './schema.ts';
export type { HitsOfType, Search, SearchHit, SearchOptions, SearchPlace, SearchResult } from './search.ts';
export type { Query } from './query-string.ts';
export type { RequestOptions, Sending, WriteOptions } from './send.ts';
export type { Auth, Credentials, GetToken, SignedIn } from './session.ts';
export type {
  FieldSettings,
  InstallationSettings,
  PostTypeSettings,
  PublicSettings,
  Settings,
  Tile,
} from './settings.ts';
export type { Share, Shares } from './shares.ts';
export type { Progress } from './upload-progress.ts';
export type { ListedUser, Me, UserQuery, Users } from './users.ts';
