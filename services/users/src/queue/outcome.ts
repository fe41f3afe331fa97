/** What became of an attempt to send something. */
export type Outcome =
  | { readonly state: 'sent' | 'kept' }
  /** Not now; `isForAll` where nothing else would go out by this route either. */
  | { readonly state: 'waiting'; readonly reason: string; readonly isForAll?: boolean }
  /** `failed`: never. `uncertain`: nobody knows. */
  | { readonly state: 'failed' | 'uncertain' | 'dropped'; readonly reason: string };
