import { accessMutants } from './access.ts';
import { commentMutants } from './comments.ts';
import { listMutants } from './lists.ts';
import { storeMutants } from './store.ts';
import { userMutants } from './users.ts';
import { writeMutants } from './write.ts';

/** All mutants. */
export const mutants = [
  ...accessMutants,
  ...writeMutants,
  ...storeMutants,
  ...listMutants,
  ...commentMutants,
  ...userMutants,
];
