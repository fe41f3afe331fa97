/**
 * Numbers of cases or documents of a suite with the suffix `.sized`: small ones in `npm test`, large ones in `npm run test:long`, which runs
 * such a suite too, and in `npm run test:all`.
 */
export function sized<Size>(small: Size, large: Size): Size {
  return ['long', 'all'].includes(process.env['TEST_TIER'] ?? '') ? large : small;
}
