/** One byte more than a line may have, although its characters are fewer. */
export const longText = 'ü'.repeat(32_768);
