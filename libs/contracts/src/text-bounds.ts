import { z } from 'zod';

/**
 * The longest texts that operations accept; a test checks that every text in an input has a maximum. Field types, comments and other
 * values have smaller ones, with messages of their own.
 */
export const maxKeyTextLength = 200;
export const maxLineTextLength = 5_000;
export const maxLongTextLength = 1_000_000;

/** The name of something that is declared: a post type, a field, a role, a setting. */
export const keyText = z.string().max(maxKeyTextLength);

/** A text of one line: the name of a person, an address, a password, a text to search. */
export const lineText = z.string().max(maxLineTextLength);

/** A text of a person: a comment, or a value of the history. As long as a request. */
export const longText = z.string().max(maxLongTextLength);
