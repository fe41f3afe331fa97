/** A pattern of wording that the English of this repository avoids (CONTRIBUTING.md#english), with the wording that is better. */
export interface ProseRule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly better: string;
}

/** The beginning of a text or of a sentence within it. */
const start = '(?:^|[.!?:;] )';
/** The rest of a sentence that is no question. */
const statement = String.raw`\b[^.!?]*(?:[.!]|$)`;

function beginsWith(words: RegExp): RegExp {
  return new RegExp(`${start}(?:${words.source})${statement}`, 'u');
}

export const proseRules: readonly ProseRule[] = [
  {
    name: 'can-not',
    // Clients compare two messages that have these words: of an empty name, and of a filter that a field type does not have.
    pattern: /\bcan not\b(?! be empty| filter)/iu,
    better: '"cannot"',
  },
  {
    name: 'is-none',
    pattern: /\b(?:is|are|was|were) none (?:of|that)\b|\b(?:that|which|or|and) (?:is|are|was|were) none\b/iu,
    better: 'the rule that the value breaks: "must be one of …", "must be a …", or "has no …"',
  },
  {
    name: 'whoever',
    pattern: /\bwho(?:m)?ever\b/iu,
    better: 'the person: "users who …", "the caller", "a client"',
  },
  {
    name: 'who-as-a-subject',
    pattern: beginsWith(/Who (?:has|have|may|can|does|wants|sees|reads|asks)/),
    better: 'the person: "Users who …", "Callers that …"',
  },
  {
    name: 'what-as-a-subject',
    pattern: beginsWith(/What|what (?:is|was|has|had|no|nobody|it|they|follows|does|did|cannot)/),
    better: 'a noun of the glossary as the subject: "Values that …", "The state of …"',
  },
  {
    name: 'that-of',
    pattern: beginsWith(/That of|Those of|That which/),
    better: 'the noun again: "The timeout of …"',
  },
  {
    name: 'with-another-one',
    pattern: /\bwith another one\b/iu,
    better: 'the noun: "After a change of the secret …"',
  },
  {
    name: 'what-it-tells',
    pattern: /\bwhat (?:it|they|one|this|that) (?:tells?|says?|said|told|knows?|means?|holds?)\b/iu,
    better: 'the noun: "its content", "the event", "the answer"',
  },
  {
    name: 'what-has-become-of',
    pattern: /\bwhat (?:has |had )?(?:become|became) of\b/iu,
    better: '"the state of" or "the outcome of"',
  },
  {
    name: 'by-way-of',
    pattern: /\bby way of\b/iu,
    better: '"over", "through" or "with"',
  },
  {
    name: 'no-more',
    pattern: /\bno more(?=[.,;:!?)]|$)/iu,
    better: '"no longer"',
  },
  {
    name: 'any-more',
    pattern: /\bany ?more\b(?! than)/iu,
    better: '"no longer"',
  },
  {
    name: 'one-by-one',
    pattern: /\bone by one\b/iu,
    better: '"in turn", "separately" or "each"',
  },
  {
    name: 'besides',
    pattern: /\bbesides\b/iu,
    better: '"also" or "in addition to"',
  },
  {
    name: 'made-undone',
    pattern: /\b(?:make|makes|made|making)\b(?: \w+){0,3} undone\b/iu,
    better: '"reverted" or "recalled"',
  },
  {
    name: 'time-and-again',
    pattern: /\b(?:time|again|over) and (?:again|over)\b/iu,
    better: '"repeatedly" or "at every attempt"',
  },
  {
    name: 'tried-again',
    pattern: /\b(?:is|are|be|being|been|was|were) tried (?:again|once more|anew)\b/iu,
    better: '"retried", and "will retry" in a log line',
  },
  {
    name: 'let-in',
    pattern: /\blets? (?:\w+ ){0,2}(?:anybody|nobody|everybody|somebody)(?: \w+)? in\b/iu,
    better: '"admits …" or "requires no authentication"',
  },
  {
    name: 'something-else-than',
    pattern: /\b(?:nothing|something|anything) else than\b/iu,
    better: '"other than"',
  },
  {
    name: 'asked-again',
    pattern: /\bto be asked for again\b/iu,
    better: '"can be repeated"',
  },
  {
    name: 'he-and-she',
    pattern: /\b(?:he|she|himself|herself)\b/iu,
    better: '"they" for a person',
  },
  {
    name: 'up-to-you',
    pattern: /\bis up to (?:you|your)\b/iu,
    better: 'the verb: "you can choose …"',
  },
];
