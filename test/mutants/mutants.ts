import { accessMutants } from './access.ts';
import { commentMutants } from './comments.ts';
import { listMutants } from './lists.ts';
import { storeMutants } from './store.ts';
import { userMutants } from './users.ts';
import { writeMutants } from './write.ts';

/** All that the suites have to notice, however few of them there are. */
export const mutants = [
  ...accessMutants,
  ...writeMutants,
  ...storeMutants,
  ...listMutants,
  ...commentMutants,
  ...userMutants,
];
