import { client } from '../api/client.ts';
import { loadEarly, takeEarly } from '../api/early-answers.ts';
import { listRequest, type ListState } from './list-state.ts';
import type { RecordAnswer } from './record.ts';

interface ListAnswer {
  readonly posts: readonly RecordAnswer[];
  readonly total: number;
}

/** Loads a page of a list. */
export function loadList(postType: string, state: ListState, signal: AbortSignal): Promise<ListAnswer> {
  return takeEarly(nameOf(postType, state), () => requestList(postType, state, { signal }));
}

/** Requests a page of a list before the code of its page has arrived. */
export function loadListEarly(postType: string, state: ListState): void {
  loadEarly(nameOf(postType, state), () => requestList(postType, state));
}

function requestList(postType: string, state: ListState, options = {}): Promise<ListAnswer> {
  const path = `svc-posts/v2/${postType}/list`;
  return client.request({ method: 'POST', path, json: listRequest(state), options });
}

function nameOf(postType: string, state: ListState): string {
  return `list ${postType} ${JSON.stringify(listRequest(state))}`;
}
