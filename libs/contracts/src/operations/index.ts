import type { Operation } from '../operation.ts';
import { commentsOperations } from './comments.ts';
import { namesOperations } from './names.ts';
import { placesOperations } from './places.ts';
import { recordsOperations } from './records.ts';
import { searchIndexOperations } from './search-index.ts';
import { searchOperations } from './search.ts';
import { usersOperations } from './users.ts';

/** Every operation of every service. */
export const allOperations: readonly Operation[] = [
  ...recordsOperations,
  ...namesOperations,
  ...placesOperations,
  ...commentsOperations,
  ...usersOperations,
  ...searchOperations,
  ...searchIndexOperations,
];
