/** What became of an attempt to send something. */
export type Outcome =
  | { readonly state: 'sent' | 'kept' }
  /** `waiting`: not now. `failed`: never. `uncertain`: nobody knows. */
  | { readonly state: 'waiting' | 'failed' | 'uncertain' | 'dropped'; readonly reason: string };
