/**
 * Loads what the first page shows. This is a script of its own, because it arrives long before the much larger one of the pages: the service
 * answers the first requests meanwhile.
 */
import { effect } from '@preact/signals-core';
import { isNewPasswordPage, place } from './address/address.ts';
import { dropEarly, loadEarly, takeEarly } from './api/early-answers.ts';
import { dropFirstResponses } from './api/first-responses.ts';
import { isSignedIn } from './api/session.ts';
import { dropEarlyEvents, followChanges } from './live/event-stream.ts';
import { listStateOf } from './records/list-state.ts';
import { loadListEarly } from './records/load-list.ts';
import { caller, loadCaller, may, setCallersLocale } from './session/caller.ts';
import { loadPostTypes, postTypes } from './settings/settings.ts';
import { setLocale } from './text/t.ts';

const workspace = 'workspace';

// That of the browser until the user has signed in.
void setLocale(navigator.language);

// Not with the pages, but before their lists: a change between a list and the stream would be missed.
effect(() => {
  const userId = caller.value?.ID;
  if (userId === undefined) return undefined;
  const controller = new AbortController();
  // Without the stream, pages show changes when they are loaded again.
  followChanges(userId, controller.signal).catch(() => undefined);
  return () => controller.abort();
});

if (isSignedIn.value && !isNewPasswordPage(place.value))
  loadEarly(workspace, () => requestWorkspace(requestPage));
else dropFirstResponses();

/** Loads what all pages need: the user, in their language, and the types of records. */
export function loadWorkspace(): Promise<void> {
  return takeEarly(workspace, requestWorkspace);
}

/** Called when the first page is there. */
export function endFirstLoad(): void {
  dropEarly();
  dropFirstResponses();
  dropEarlyEvents();
}

/** `onKnown` is called when the types and the rights of the user are known, which may be before the texts are. */
async function requestWorkspace(onKnown?: () => void): Promise<void> {
  const user = loadCaller();
  const known = Promise.all([user, loadPostTypes()]).then(onKnown);
  await Promise.all([known, user.then(setCallersLocale)]);
}

/** Requests what the page of the address shows. */
function requestPage(): void {
  const { parts, query } = place.value;
  const [postType = '', id] = parts;
  const settings = postTypes.value?.[postType];
  if (settings && id === undefined && may(`access_${postType}`))
    loadListEarly(postType, listStateOf(query, settings));
}
