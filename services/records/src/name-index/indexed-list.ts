import type { Grant } from '@svc/contracts';
import { isGranted } from '../access/grant.ts';
import type { IndexTest } from '../model/index-test.ts';
import type { IndexedRecord } from './indexed-record.ts';

/** The records of a type that grants cover and that meet a test. */
export interface IndexedList {
  readonly postType: string;
  readonly grants: readonly Grant[];
  readonly test: IndexTest;
}

export function isListed(list: IndexedList, record: IndexedRecord): boolean {
  return record.postType === list.postType && meets(list.test, record) && isGranted(list.grants, record);
}

/** The parts of a record that tests read. */
type Tested = Pick<IndexedRecord, '_id' | 'filterTerms' | 'searchName' | 'searchComms' | 'sharedWith'>;

/** Whether a record meets a test. */
export function meets(test: IndexTest, record: Tested): boolean {
  switch (test.kind) {
    case 'all':
      return test.of.every((part) => meets(part, record));
    case 'any':
      return test.of.some((part) => meets(part, record));
    case 'not':
      return !meets(test.of, record);
    case 'terms':
      return test.terms.some((term) => record.filterTerms.includes(term));
    case 'name':
      return containsInOrder(record.searchName, test.parts);
    case 'comms':
      return record.searchComms.includes(test.text);
    case 'ids':
      return test.ids.includes(record._id);
    case 'unset':
      return !record.filterTerms.some((term) => term.startsWith(test.prefix));
    case 'shared':
      return test.users.some((user) => record.sharedWith.includes(user));
  }
}

function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}
