/** A GIF of one pixel, in base64. */
export const tinyPicture = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
