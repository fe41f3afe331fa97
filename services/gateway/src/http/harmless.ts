/** Headers that keep a file from running scripts where it is displayed, and from being read as another type. */
export const harmless = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  // Pages of other origins embed pictures by their addresses.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
